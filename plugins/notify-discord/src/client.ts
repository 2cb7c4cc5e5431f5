import { IntegrationError } from '@lectern/plugin-api';
import type { HttpResponse, PluginHttp } from '@lectern/plugin-api';
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

function toError(response: HttpResponse, error: RemoteError): IntegrationError {
  const number = error.code === 0 ? '' : ` (${error.code})`;
  switch (response.status) {
    case 401:
      return new IntegrationError('INTEGRATION_UNAUTHORIZED', `Discord refuses the webhook's token${number}. Copy the URL again.`, {
        field: 'webhookUrl',
      });
    case 404:
      return new IntegrationError('INTEGRATION_NOT_FOUND', `The webhook no longer exists in Discord${number}. Make a new one.`, {
        field: 'webhookUrl',
      });
    case 403:
      return new IntegrationError('INTEGRATION_FORBIDDEN', `Discord does not let this webhook post${number}.`, { field: 'webhookUrl' });
    case 429:
      return limited(retryAfter(response, error));
    default:
      break;
  }
  if (response.status >= 500) {
    return new IntegrationError('INTEGRATION_UNAVAILABLE', `Discord fails at the moment (status ${response.status}).`, {
      retryAfterMs: secondsToMs(response.headers['retry-after']),
    });
  }
  if (error.code === FORUM_NEEDS_THREAD) {
    return new IntegrationError('INTEGRATION_MISCONFIGURED', 'The channel is a forum: give a thread name or a thread id.', {
      field: 'threadName',
    });
  }
  return new IntegrationError('INTEGRATION_BAD_RESPONSE', `Discord answered with status ${response.status}${number}.`);
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
        if (!isIdentified(response.json())) throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'The answer is not one of Discord.');
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
        throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'What answers at this address is not a webhook.', { field: 'webhookUrl' });
      }
      return typeof body.name === 'string' ? body.name : undefined;
    },
  };
}
