import type { HttpRequest, HttpResponse, IntegrationError, PluginHttp } from '@lectern/plugin-api';
import type { GotifyMessage } from './compose.js';
import { fault } from './fault.js';
import type { GotifySettings } from './settings.js';

/** Pause if a proxy in front of the server does not say how long; Gotify itself has no limit. */
const UNKNOWN_WAIT_MS = 60_000;

/** Calls one Gotify server. Only this file knows its addresses. */
export interface GotifyClient {
  /** Resolves once the server has stored the message. @throws IntegrationError */
  send(message: GotifyMessage, signal: AbortSignal): Promise<void>;
  /** The version of the server. @throws IntegrationError */
  version(signal: AbortSignal): Promise<string>;
  /** Whether the token may send. Sends nothing. @throws IntegrationError */
  mustKnowToken(signal: AbortSignal): Promise<void>;
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

/** Explains a refusal by its status. */
function toError(response: HttpResponse): IntegrationError {
  const { status } = response;
  if (status === 403) return fault('INTEGRATION_FORBIDDEN', 'token_may_not_send', { field: 'token' });
  if (status === 401) {
    return fault('INTEGRATION_UNAUTHORIZED', 'token_unknown', { field: 'token' });
  }
  if (status === 404) return fault('INTEGRATION_NOT_FOUND', 'nothing_at_address', { field: 'serverUrl' });
  if (status === 429) {
    return fault('INTEGRATION_RATE_LIMITED', 'rate_limited', {
      retryAfterMs: waitOf(response) ?? UNKNOWN_WAIT_MS,
    });
  }
  if (status >= 500) {
    return fault('INTEGRATION_UNAVAILABLE', 'failing', { values: { status: String(status) }, retryAfterMs: waitOf(response) });
  }
  // the same message would be refused again
  if (status >= 400) return fault('INTEGRATION_UNSUPPORTED', 'message_refused', { values: { status: String(status) } });
  return fault('INTEGRATION_BAD_RESPONSE', 'unexpected_answer', { values: { status: String(status) } });
}

/** What answers with a 200 may be another server, or a page of a proxy. */
function notGotify(): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', 'not_gotify', { field: 'serverUrl' });
}

export function createGotifyClient(http: PluginHttp, settings: GotifySettings): GotifyClient {
  const base = settings.serverUrl.trim().replace(/(?<!\/)\/+$/, '');

  function ask(path: string, request: Omit<HttpRequest, 'url'>): Promise<HttpResponse> {
    return http.request({ retry: false, redirect: 'manual', acceptStatus: 'any', ...request, url: `${base}${path}` });
  }

  function post(body: object, signal: AbortSignal): Promise<HttpResponse> {
    // the header and not the address, which proxies log
    return ask('/message', { method: 'POST', headers: { 'x-gotify-key': settings.token }, json: body, signal });
  }

  return {
    async send(message, signal) {
      const response = await post(message, signal);
      if (response.status !== 200) throw toError(response);
      const { id, appid } = readJson(response.text());
      if (typeof id !== 'number' || typeof appid !== 'number') throw notGotify();
    },

    async version(signal) {
      const response = await ask('/version', { signal });
      if (response.status !== 200) throw toError(response);
      const { version } = readJson(response.text());
      if (typeof version !== 'string') throw notGotify();
      return version.slice(0, 50);
    },

    async mustKnowToken(signal) {
      // Gotify looks at the token first, and refuses a message without words
      const response = await post({}, signal);
      if (response.status === 400 && typeof readJson(response.text()).errorCode === 'number') return;
      if (response.status === 200 || response.status === 400) throw notGotify();
      throw toError(response);
    },
  };
}
