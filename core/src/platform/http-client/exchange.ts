import type { Method } from 'got';
import { Agent as HttpAgent, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { sentence } from '../words/index.js';
import { AnswerRefusal } from './answer-refusal.js';
import type { RawAnswer } from './http-answer.js';
import type { OutboundGuard } from './outbound-guard.js';
import { noteUncertain } from './uncertain-faults.js';

/** One request as it goes over the wire. */
export interface WireRequest {
  readonly method: Method;
  readonly url: URL;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface ExchangeOptions {
  readonly maxBytes: number;
  /** Covers the whole exchange, resolving the name and reading the body included. */
  readonly signal: AbortSignal;
  /** Gets status and headers before the body is read. The exchange ends if it throws. */
  readonly inspect?: (status: number, headers: IncomingHttpHeaders) => void;
}

/** Makes one request and reads its answer. It follows no redirects and retries nothing. */
export type Exchange = (request: WireRequest, options: ExchangeOptions) => Promise<RawAnswer>;

/** Rejects as soon as the signal fires, for work that cannot be stopped. */
export async function abandonOn<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

function refuseOversize(headers: IncomingHttpHeaders, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): AnswerRefusal {
  return new AnswerRefusal((host) => sentence('fault.answer_too_large', { host, bytes: maxBytes }));
}

/** Makes an exchange with its own connections, so that no two guards ever share one. */
export function createExchange(guard: OutboundGuard): Exchange {
  const pooled = { keepAlive: true, timeout: 5000, scheduling: 'lifo' } as const;
  const reused = { http: new HttpAgent(pooled), https: new HttpsAgent(pooled) };
  // a kept connection may just have been closed, and writes cannot be retried, so they get fresh connections
  const fresh = { http: new HttpAgent(), https: new HttpsAgent() };

  return async ({ method, url, headers, body }, { maxBytes, signal, inspect }) => {
    const admission = await abandonOn(signal, guard.admit(url));
    // loaded at the first request, not at every start
    const { got } = await import('got');
    signal.throwIfAborted();
    const isRead = method === 'GET' || method === 'HEAD';
    const stream = got.stream(url, {
      method,
      headers: { ...headers },
      body: isRead ? undefined : (body ?? Buffer.alloc(0)),
      agent: isRead ? reused : fresh,
      dnsLookup: admission.lookup,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      signal,
    });
    let isAllSent = false;
    stream.once('request', (sending: ClientRequest) => sending.once('finish', () => (isAllSent = true)));
    // the library keeps listening to the signal after the answer; a later abort would be an uncaught error
    stream.on('error', () => undefined);
    let head: { status: number; headers: IncomingHttpHeaders } | undefined;
    let refused: unknown;
    stream.once('response', (response: { statusCode: number; headers: IncomingHttpHeaders }) => {
      head = { status: response.statusCode, headers: response.headers };
      try {
        inspect?.(head.status, head.headers);
        if (method !== 'HEAD') refuseOversize(head.headers, maxBytes);
      } catch (error) {
        refused = error;
        stream.destroy(error as Error);
      }
    });
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of stream) {
        size += (chunk as Buffer).length;
        if (size > maxBytes) throw tooLarge(maxBytes);
        chunks.push(chunk as Buffer);
      }
    } catch (error) {
      // a refusal says that nothing became of it; a success whose answer breaks off says that something did
      if (!isRead && isAllSent && (head?.status ?? 0) < 300) noteUncertain((refused ?? error) as Error);
      // the client wraps the error that it is destroyed with
      throw refused ?? error;
    }
    if (!head) {
      const silent = new AnswerRefusal((host) => sentence('fault.no_answer', { host }));
      throw isRead ? silent : noteUncertain(silent);
    }
    return { ...head, url, body: Buffer.concat(chunks) };
  };
}
