import type { FaultOptions, HttpRequest, HttpResponse, IntegrationError, IntegrationErrorCode, PluginHttp } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { AFTER_FAULT_MS, limited } from './gate.js';
import {
  isLoose,
  readQuota,
  readRefusal,
  type Attachment,
  type KnownUser,
  type Loose,
  type MessageForm,
  type Parameter,
  type Quota,
} from './schema.js';
import type { PushoverSettings } from './settings.js';

/** Pause if Pushover does not say how long. */
const UNKNOWN_WAIT_MS = 3_600_000;

/** The outcome of a message: accepted, or refused because of its picture. */
export type SendResult = { readonly kind: 'accepted' } | { readonly kind: 'picture-refused' };

/** Calls Pushover with one token and one key. Only this file knows its addresses. */
export interface PushoverClient {
  /** @throws IntegrationError for every refusal that leaving out the picture would not fix */
  send(form: MessageForm, attachment: Attachment | undefined, signal: AbortSignal): Promise<SendResult>;
  /** Checks whether token and key are known. Sends nothing. */
  validate(signal: AbortSignal): Promise<KnownUser>;
  limits(signal: AbortSignal): Promise<Quota | undefined>;
  /** Names and titles of sounds. */
  sounds(signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
}

type Complaint = 'token_unknown' | 'user_key_refused' | 'device_unknown' | 'retry_refused' | 'expire_refused';
type Refusal = 'token_refused' | 'not_allowed' | 'message_refused';

const FAULTS: Readonly<
  Partial<Record<Parameter, readonly ['INTEGRATION_UNAUTHORIZED' | 'INTEGRATION_MISCONFIGURED', keyof PushoverSettings, Complaint]>>
> = {
  token: ['INTEGRATION_UNAUTHORIZED', 'token', 'token_unknown'],
  user: ['INTEGRATION_UNAUTHORIZED', 'userKey', 'user_key_refused'],
  device: ['INTEGRATION_MISCONFIGURED', 'devices', 'device_unknown'],
  retry: ['INTEGRATION_MISCONFIGURED', 'retrySeconds', 'retry_refused'],
  expire: ['INTEGRATION_MISCONFIGURED', 'expireSeconds', 'expire_refused'],
};

function secondsToMs(text: string | undefined): number | undefined {
  const seconds = Number(text);
  return text === undefined || text === '' || !Number.isFinite(seconds) || seconds < 0 ? undefined : Math.ceil(seconds * 1000);
}

function quotaOf({ headers }: HttpResponse): Quota | undefined {
  return readQuota(headers['x-limit-app-limit'], headers['x-limit-app-remaining'], headers['x-limit-app-reset']);
}

/** Explains a refusal by its status and the named parameter. The service's texts are for people and may change. */
function toError(response: HttpResponse, now: number): IntegrationError {
  const { status, headers } = response;
  const { parameter, words } = readRefusal(response.text());
  if (status === 429) {
    const quota = quotaOf(response);
    const isUsedUp = quota !== undefined && quota.remaining === 0 && quota.resetAt > now;
    if (isUsedUp) return limited('limit_used_up', quota.resetAt - now);
    return limited('no_messages_now', secondsToMs(headers['retry-after']) ?? UNKNOWN_WAIT_MS);
  }
  if (status >= 500) {
    const wait = secondsToMs(headers['retry-after']);
    return fault('INTEGRATION_UNAVAILABLE', 'failing', {
      values: { status: String(status) },
      ...(wait === undefined ? {} : { retryAfterMs: Math.max(wait, AFTER_FAULT_MS) }),
    });
  }
  const known = parameter === undefined ? undefined : FAULTS[parameter];
  if (known) return fault(known[0], known[2], { field: known[1] });
  const saying = (code: IntegrationErrorCode, key: Refusal, options: FaultOptions) =>
    words === '' ? fault(code, key, options) : fault(code, `${key}_saying`, { ...options, values: { ...options.values, reason: words } });
  if (status === 401) return saying('INTEGRATION_UNAUTHORIZED', 'token_refused', { field: 'token' });
  if (status === 403) return saying('INTEGRATION_FORBIDDEN', 'not_allowed', {});
  if (status === 404) return fault('INTEGRATION_NOT_FOUND', 'nothing_at_address', { field: 'apiUrl' });
  // the same request would be refused again, and Pushover blocks clients that keep trying
  if (status >= 400) return saying('INTEGRATION_UNSUPPORTED', 'message_refused', { values: { status: String(status) } });
  return fault('INTEGRATION_BAD_RESPONSE', 'unexpected_answer', { values: { status: String(status) } });
}

/** The body of a success, which says so itself. */
function successOf(response: HttpResponse): Loose {
  const body: unknown = response.json();
  if (!isLoose(body) || body.status !== 1) throw fault('INTEGRATION_BAD_RESPONSE', 'not_pushover');
  return body;
}

/**
 * @param onQuota called with the monthly limit for every answer that reports it
 */
export function createPushoverClient(
  http: PluginHttp,
  settings: PushoverSettings,
  now: () => number,
  onQuota: (quota: Quota) => void,
): PushoverClient {
  const { token, userKey: user } = settings;
  const base = settings.apiUrl.trim().replace(/(?<!\/)\/+$/, '');

  async function ask(request: Omit<HttpRequest, 'url'>, path: string): Promise<HttpResponse> {
    // a repeated message would arrive twice, because there is no idempotency key
    const response = await http.request({ ...request, url: `${base}/1/${path}`, retry: false, redirect: 'manual', acceptStatus: 'any' });
    const quota = quotaOf(response);
    if (quota) onQuota(quota);
    return response;
  }

  return {
    async send(form, attachment, signal) {
      // token and key are secrets and belong in the body, never in the address
      const fields = Object.entries({ token, user, ...form }).map(([name, value]) => ({ name, value: String(value) }));
      const response = await ask(
        attachment
          ? {
              method: 'POST',
              multipart: [
                ...fields,
                { name: 'attachment', value: attachment.bytes, filename: attachment.filename, contentType: attachment.contentType },
              ],
              signal,
            }
          : { method: 'POST', form: Object.fromEntries(fields.map(({ name, value }) => [name, value])), signal },
        'messages.json',
      );
      if (response.status === 200) {
        successOf(response);
        return { kind: 'accepted' };
      }
      const isOfThePicture = response.status === 413 || readRefusal(response.text()).parameter === 'attachment';
      if (attachment && isOfThePicture && response.status >= 400 && response.status < 500) return { kind: 'picture-refused' };
      throw toError(response, now());
    },

    async validate(signal) {
      const response = await ask({ method: 'POST', form: { token, user }, signal }, 'users/validate.json');
      if (response.status !== 200) throw toError(response, now());
      const { group, devices } = successOf(response);
      const names = Array.isArray(devices) ? devices.filter((name) => typeof name === 'string') : [];
      return { isGroup: group === 1, devices: names };
    },

    async limits(signal) {
      const response = await ask({ query: { token }, signal }, 'apps/limits.json');
      if (response.status !== 200) throw toError(response, now());
      const { limit, remaining, reset } = successOf(response);
      const quota = readQuota(limit, remaining, reset);
      if (quota) onQuota(quota);
      return quota;
    },

    async sounds(signal) {
      const response = await ask({ query: { token }, signal }, 'sounds.json');
      if (response.status !== 200) throw toError(response, now());
      const { sounds } = successOf(response);
      if (!isLoose(sounds)) throw fault('INTEGRATION_BAD_RESPONSE', 'not_pushover');
      return Object.fromEntries(Object.entries(sounds).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    },
  };
}
