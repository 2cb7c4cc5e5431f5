import { isIntegrationError, parseRetryAfter } from '@lectern/plugin-api';
import { createPluginHttp } from '../../platform/http-client/plugin-http.js';
import { OutboundRefusal } from '../../platform/http-client/outbound-guard.js';
import type { WebhookEvent } from './event-body.js';
import { signedHeaders } from './sign-webhook.js';
import { rulesFor, type Resolve } from './webhook-address.js';
import { asWhole, saidOf, sentence, type Said, type Sentence } from '../../platform/words/index.js';

/** How an attempt ended. */
export interface Attempt {
  readonly isDelivered: boolean;
  /** The HTTP status, if there was an answer. */
  readonly status: number | null;
  /** The beginning of the answer as text; empty if there was none. */
  readonly answer: string;
  /** Why it is not delivered, in a sentence. */
  readonly error: Said | null;
  readonly tookMs: number;
  /** The receiver wants no more of it. */
  readonly isGone: boolean;
  /** How long the receiver asks to be left alone. */
  readonly retryAfterMs: number | undefined;
}

export interface SenderDeps {
  readonly userAgent: string;
  readonly allowPrivateHosts: readonly string[];
  readonly redact: (text: string) => string;
  readonly now: () => Date;
  readonly resolve?: Resolve | undefined;
  /** Until the whole answer is here. Default 15 s. */
  readonly timeoutMs?: number | undefined;
}

export interface Receiver {
  readonly url: string;
  readonly secret: string;
}

/** Sends a signed event once. Follows no redirects. Rejects only when the signal fires. */
export type WebhookSender = (receiver: Receiver, event: WebhookEvent, signal: AbortSignal) => Promise<Attempt>;

const TIMEOUT_MS = 15_000;
/** A longer answer is not read to its end. */
const MAX_ANSWER_BYTES = 65_536;
const KEPT_ANSWER_BYTES = 2048;

/** The beginning of an answer, without what a page or a database could not show. */
function beginningOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, KEPT_ANSWER_BYTES));
  return text.replace(/(?![\n\t])\p{Cc}/gu, '').trim();
}

function faultOf(status: number, host: string): Sentence | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return sentence('problem.webhook_redirects', { host, status });
  if (status === 410) return sentence('problem.webhook_gone', { host });
  return sentence('problem.webhook_not_taken', { host, status });
}

export function createWebhookSender(deps: SenderDeps): WebhookSender {
  return async ({ url, secret }, event, signal) => {
    signal.throwIfAborted();
    const started = performance.now();
    let status: number | null = null;
    const ended = (isDelivered: boolean, rest: Partial<Attempt>): Attempt => {
      const tookMs = Math.round(performance.now() - started);
      return { isDelivered, status, answer: '', error: null, tookMs, isGone: status === 410, retryAfterMs: undefined, ...rest };
    };
    try {
      const target = new URL(url);
      const http = createPluginHttp({
        ...rulesFor(target, deps.resolve),
        userAgent: deps.userAgent,
        allowPrivateHosts: deps.allowPrivateHosts,
        redact: deps.redact,
        inspect: (code) => void (status = code),
      });
      const body = JSON.stringify(event);
      const response = await http.request({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...signedHeaders(secret, event.id, deps.now(), body) },
        body,
        acceptStatus: 'any',
        redirect: 'manual',
        retry: false,
        maxBytes: MAX_ANSWER_BYTES,
        timeoutMs: deps.timeoutMs ?? TIMEOUT_MS,
        signal,
      });
      const error = faultOf(response.status, target.host);
      const retryAfterMs = parseRetryAfter(response.headers['retry-after'], deps.now().getTime());
      return ended(error === null, { answer: deps.redact(beginningOf(response.body)), error, retryAfterMs });
    } catch (error) {
      signal.throwIfAborted();
      if (!isIntegrationError(error) && !(error instanceof OutboundRefusal)) throw error;
      return ended(false, { error: asWhole(saidOf(error)) });
    }
  };
}
