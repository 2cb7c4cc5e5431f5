import { Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { redirectsToForbidden, redirectsToNothing, redirectsTooOften } from './answer-refusal.js';
import type { WireRequest } from './exchange.js';
import { createOutboundGuard, OutboundRefusal, type OutboundGuardOptions } from './outbound-guard.js';
import { nextRequest } from './redirects.js';

const MAX_HOPS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** An answer whose body has not been read. The caller has to read it to its end or destroy it. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

export interface StreamedRequest {
  readonly url: string;
  /** Headers for the URL's origin only. They are dropped when a redirect leads elsewhere. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers for every hop. They must not contain secrets. */
  readonly openHeaders?: Readonly<Record<string, string>>;
  /** Milliseconds for connecting, and again for the answer's head. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Opens a GET whose body may be larger than memory. Every hop of a redirect has to pass the guard and connects to the
 * checked address. Nothing is retried, and the body is not decoded.
 *
 * @throws OutboundRefusal, AnswerRefusal, or the system's own error
 */
export type StreamedFetch = (request: StreamedRequest) => Promise<StreamedAnswer>;

export function createStreamedFetch(options: OutboundGuardOptions & { readonly userAgent: string }): StreamedFetch {
  const guard = createOutboundGuard(options);

  async function open(wire: WireRequest, request: StreamedRequest): Promise<StreamedAnswer> {
    const { signal, timeoutMs } = request;
    signal.throwIfAborted();
    const admission = await guard.admit(wire.url);
    const { got } = await import('got');
    signal.throwIfAborted();
    const stream = got.stream(wire.url, {
      headers: { 'user-agent': options.userAgent, ...wire.headers, ...request.openHeaders, 'accept-encoding': 'identity' },
      // never reuse a connection that was opened after another check
      agent: { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) },
      dnsLookup: admission.lookup,
      decompress: false,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: { connect: timeoutMs, response: timeoutMs },
      signal,
    });
    return new Promise((resolve, reject) => {
      // this listener stays, because a late fault of an abandoned stream must not be uncaught
      stream.on('error', reject);
      stream.once('response', (response: { statusCode: number; headers: IncomingHttpHeaders }) => {
        resolve({ status: response.statusCode, headers: response.headers, body: stream });
      });
    });
  }

  return async (request) => {
    let wire: WireRequest = {
      method: 'GET',
      url: new URL(request.url),
      headers: Object.fromEntries(Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
    };
    for (let hop = 0; ; hop += 1) {
      let answer: StreamedAnswer;
      try {
        answer = await open(wire, request);
      } catch (error) {
        if (hop > 0 && error instanceof OutboundRefusal) throw redirectsToForbidden(error);
        throw error;
      }
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.status) || location === undefined) return answer;
      answer.body.destroy();
      if (hop >= MAX_HOPS) throw redirectsTooOften(MAX_HOPS);
      if (!URL.canParse(location, wire.url.href)) throw redirectsToNothing();
      wire = nextRequest(wire, answer.status, new URL(location, wire.url));
    }
  };
}
