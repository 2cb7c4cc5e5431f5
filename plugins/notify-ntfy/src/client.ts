import { IntegrationError } from '@lectern/plugin-api';
import type { HttpRequest, HttpResponse, PluginHttp } from '@lectern/plugin-api';
import type { NtfyMessage } from './compose.js';
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

/** Explains a refusal by its status and the server's number of it. The server's texts are for people and may change. */
function toError(response: HttpResponse, hasToken: boolean): IntegrationError {
  const { status } = response;
  const { code } = readJson(response.text());
  const number = typeof code === 'number' ? ` (${code})` : '';
  if (status === 401)
    return new IntegrationError('INTEGRATION_UNAUTHORIZED', `ntfy refuses the access token${number}.`, { field: 'token' });
  if (status === 403) {
    const words = hasToken ? 'The access token does not allow that topic' : 'The topic is protected and needs an access token';
    return new IntegrationError('INTEGRATION_FORBIDDEN', `${words}${number}.`, { field: hasToken ? 'topic' : 'token' });
  }
  if (status === 404) return new IntegrationError('INTEGRATION_NOT_FOUND', 'No ntfy answers at this address.', { field: 'serverUrl' });
  if (status === 429) {
    return new IntegrationError('INTEGRATION_RATE_LIMITED', `ntfy takes no more messages for the moment${number}.`, {
      retryAfterMs: waitOf(response) ?? UNKNOWN_WAIT_MS,
    });
  }
  if (status >= 500) {
    return new IntegrationError('INTEGRATION_UNAVAILABLE', `ntfy fails at the moment (status ${status}).`, {
      retryAfterMs: waitOf(response),
    });
  }
  // the same message would be refused again
  if (status >= 400) return new IntegrationError('INTEGRATION_UNSUPPORTED', `ntfy refuses the message (status ${status}${number}).`);
  return new IntegrationError('INTEGRATION_BAD_RESPONSE', `ntfy answered with status ${status}.`);
}

/** What answers with a 200 may be another server, or a page of a proxy. */
function notNtfy(): IntegrationError {
  return new IntegrationError('INTEGRATION_BAD_RESPONSE', 'What answers at this address is not ntfy.', { field: 'serverUrl' });
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
      if (healthy === false) throw new IntegrationError('INTEGRATION_UNAVAILABLE', 'ntfy says that it is not healthy.');
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
