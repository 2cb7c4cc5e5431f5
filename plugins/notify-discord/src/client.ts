import type { FaultOptions, HttpResponse, IntegrationError, IntegrationErrorCode, PluginHttp } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { limited, secondsToMs } from './rate-limit.js';
import { isIdentified, readError, type RemoteError, type WebhookBody } from './schema.js';
import type { DiscordSettings } from './settings.js';
import { webhookAddress } from './webhook-url.js';

/** Pause if Discord does not say how long. */
const UNKNOWN_WAIT_MS = 60_000;

/** Discord's error codes with a special meaning here. */
const FORUM_NEEDS_THREAD = 220001;

/** The documented form of a user agent; Discord's edge may block others. */
const USER_AGENT = 'DiscordBot (Lectern, 1.0)';

/** The outcome of a message: accepted, or refused because of its content. */
export type PostResult = { readonly kind: 'accepted' } | { readonly kind: 'rejected'; readonly error: RemoteError };

/** Calls one webhook. Only this file knows its address. */
export interface WebhookClient {
  /** @throws IntegrationError for every refusal that another body would not fix */
  post(body: WebhookBody, signal: AbortSignal): Promise<PostResult>;
  /** Reads the webhook without posting. @returns its name */
  describe(signal: AbortSignal): Promise<string | undefined>;
}

function retryAfter(response: HttpResponse, error: RemoteError): number {
  // The body's time is exact. A ban by Discord's edge comes as HTML, with only the header.
  const { headers } = response;
  return (
    secondsToMs(error.retryAfter) ??
    secondsToMs(headers['retry-after']) ??
    secondsToMs(headers['x-ratelimit-reset-after']) ??
    UNKNOWN_WAIT_MS
  );
}

type Refusal = 'token_refused' | 'webhook_gone' | 'may_not_post' | 'unexpected_answer';

function toError(response: HttpResponse, error: RemoteError): IntegrationError {
  const numbered = (code: IntegrationErrorCode, key: Refusal, options: FaultOptions) =>
    error.code === 0
      ? fault(code, key, options)
      : fault(code, `${key}_code`, { ...options, values: { ...options.values, code: String(error.code) } });
  switch (response.status) {
    case 401:
      return numbered('INTEGRATION_UNAUTHORIZED', 'token_refused', { field: 'webhookUrl' });
    case 404:
      return numbered('INTEGRATION_NOT_FOUND', 'webhook_gone', { field: 'webhookUrl' });
    case 403:
      return numbered('INTEGRATION_FORBIDDEN', 'may_not_post', { field: 'webhookUrl' });
    case 429:
      return limited(retryAfter(response, error));
    default:
      break;
  }
  if (response.status >= 500) {
    return fault('INTEGRATION_UNAVAILABLE', 'failing', {
      values: { status: String(response.status) },
      retryAfterMs: secondsToMs(response.headers['retry-after']),
    });
  }
  if (error.code === FORUM_NEEDS_THREAD) {
    return fault('INTEGRATION_MISCONFIGURED', 'forum_needs_thread', {
      field: 'threadName',
    });
  }
  return numbered('INTEGRATION_BAD_RESPONSE', 'unexpected_answer', { values: { status: String(response.status) } });
}

/**
 * @param onAnswer receives every answer, for its rate limit headers
 */
export function createWebhookClient(
  http: PluginHttp,
  settings: DiscordSettings,
  onAnswer: (response: HttpResponse) => void,
): WebhookClient {
  const address = () => webhookAddress(settings.webhookUrl, settings.allowOtherHost);
  const headers = { accept: 'application/json', 'user-agent': USER_AGENT };

  return {
    async post(body, signal) {
      const response = await http.request({
        method: 'POST',
        url: address(),
        // Without it Discord answers before the message is saved.
        query: { wait: true, thread_id: settings.threadId === '' ? undefined : settings.threadId },
        headers,
        json: body,
        // A repeated request would post twice: there is no idempotency key.
        retry: false,
        redirect: 'manual',
        acceptStatus: 'any',
        signal,
      });
      onAnswer(response);
      if (response.status === 204) return { kind: 'accepted' };
      if (response.status === 200) {
        if (!isIdentified(response.json())) throw fault('INTEGRATION_BAD_RESPONSE', 'not_discord');
        return { kind: 'accepted' };
      }
      const error = readError(response.text());
      if (response.status === 400 && error.code !== FORUM_NEEDS_THREAD) return { kind: 'rejected', error };
      throw toError(response, error);
    },

    async describe(signal) {
      const response = await http.request({ url: address(), headers, retry: false, redirect: 'manual', acceptStatus: 'any', signal });
      onAnswer(response);
      if (response.status !== 200) throw toError(response, readError(response.text()));
      const body: unknown = response.json();
      if (!isIdentified(body)) {
        throw fault('INTEGRATION_BAD_RESPONSE', 'not_a_webhook', { field: 'webhookUrl' });
      }
      return typeof body.name === 'string' ? body.name : undefined;
    },
  };
}
