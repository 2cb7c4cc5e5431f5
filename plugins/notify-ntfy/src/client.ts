import type { FaultOptions, HttpRequest, HttpResponse, IntegrationError, IntegrationErrorCode, PluginHttp } from '@lectern/plugin-api';
import type { NtfyMessage } from './compose.js';
import { fault } from './fault.js';
import type { NtfySettings } from './settings.js';

/** Pause if the server does not say how long; its visitors get one request back every five seconds. */
const UNKNOWN_WAIT_MS = 60_000;

/** Calls one ntfy server. Only this file knows its addresses. */
export interface NtfyClient {
  /** Resolves once the server has accepted the message. @throws IntegrationError */
  publish(message: NtfyMessage, signal: AbortSignal): Promise<void>;
  /** Whether the server says that it is well. Sends nothing. @throws IntegrationError */
  health(signal: AbortSignal): Promise<void>;
  /** Whether the topic may be read with the token. Sends nothing. @throws IntegrationError */
  mayRead(signal: AbortSignal): Promise<boolean>;
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function waitOf({ headers }: HttpResponse): number | undefined {
  const text = headers['retry-after'];
  const seconds = Number(text);
  return text === undefined || text === '' || !Number.isFinite(seconds) || seconds < 0 ? undefined : Math.ceil(seconds * 1000);
}

type Refusal = 'token_refused' | 'topic_not_allowed' | 'topic_needs_token' | 'rate_limited' | 'message_refused';

/** Explains a refusal by its status and the server's number of it. The server's texts are for people and may change. */
function toError(response: HttpResponse, hasToken: boolean): IntegrationError {
  const { status } = response;
  const { code } = readJson(response.text());
  const numbered = (errorCode: IntegrationErrorCode, key: Refusal, options: FaultOptions) =>
    typeof code === 'number'
      ? fault(errorCode, `${key}_code`, { ...options, values: { ...options.values, code: String(code) } })
      : fault(errorCode, key, options);
  if (status === 401) return numbered('INTEGRATION_UNAUTHORIZED', 'token_refused', { field: 'token' });
  if (status === 403) {
    return hasToken
      ? numbered('INTEGRATION_FORBIDDEN', 'topic_not_allowed', { field: 'topic' })
      : numbered('INTEGRATION_FORBIDDEN', 'topic_needs_token', { field: 'token' });
  }
  if (status === 404) return fault('INTEGRATION_NOT_FOUND', 'nothing_at_address', { field: 'serverUrl' });
  if (status === 429) {
    return numbered('INTEGRATION_RATE_LIMITED', 'rate_limited', { retryAfterMs: waitOf(response) ?? UNKNOWN_WAIT_MS });
  }
  if (status >= 500) {
    return fault('INTEGRATION_UNAVAILABLE', 'failing', { values: { status: String(status) }, retryAfterMs: waitOf(response) });
  }
  // the same message would be refused again
  if (status >= 400) return numbered('INTEGRATION_UNSUPPORTED', 'message_refused', { values: { status: String(status) } });
  return fault('INTEGRATION_BAD_RESPONSE', 'unexpected_answer', { values: { status: String(status) } });
}

/** What answers with a 200 may be another server, or a page of a proxy. */
function notNtfy(): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', 'not_ntfy', { field: 'serverUrl' });
}

export function createNtfyClient(http: PluginHttp, settings: NtfySettings): NtfyClient {
  const base = settings.serverUrl.trim().replace(/(?<!\/)\/+$/, '');
  const { token = '' } = settings;
  const headers = { accept: 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };

  function ask(path: string, request: Omit<HttpRequest, 'url'>): Promise<HttpResponse> {
    return http.request({ headers, retry: false, redirect: 'manual', acceptStatus: 'any', ...request, url: `${base}${path}` });
  }

  return {
    async publish(message, signal) {
      // the topic is a secret, so it is in the body and not in the address
      const response = await ask('/', { method: 'POST', json: message, signal });
      if (response.status !== 200) throw toError(response, token !== '');
      const { id, event } = readJson(response.text());
      if (typeof id !== 'string' || event !== 'message') throw notNtfy();
    },

    async health(signal) {
      const response = await ask('/v1/health', { signal });
      if (response.status !== 200) throw toError(response, token !== '');
      const { healthy } = readJson(response.text());
      if (healthy === false) throw fault('INTEGRATION_UNAVAILABLE', 'not_healthy');
      if (healthy !== true) throw notNtfy();
    },

    async mayRead(signal) {
      const response = await ask(`/${settings.topic}/auth`, { signal });
      if (response.status === 200 && readJson(response.text()).success === true) return true;
      if (response.status === 403) return false;
      if (response.status === 200) throw notNtfy();
      throw toError(response, token !== '');
    },
  };
}
