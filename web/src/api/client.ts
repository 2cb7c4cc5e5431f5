import createClient from 'openapi-fetch';
import { askedLanguage } from '../i18n/language.js';
import { BASE_PATH, withoutBase } from './base-path.js';
import { ApiError, errorFromResponse } from './api-error.js';
import { confirmIdentity, needsConfirmation } from './confirmation.js';
import { takeEarlyAnswer } from './early-answers.js';
import { reachability } from './reachability.js';
import type { paths } from './schema.generated.js';
import { csrfHeaders, hasSession, refreshSession } from './session-refresh.js';

/** Paths that must not try to renew a session that does not exist. */
const ANONYMOUS = /^\/api\/(?:decision-links\/|auth\/(?:local\/|token\/|external\/|providers|register|logout)|setup\/(?:status|admin))/;

type Listener = () => void;
let sessionLost: Listener | undefined;

/** Called when the session could not be renewed. */
export function onSessionLost(listener: Listener): void {
  sessionLost = listener;
}

async function send(request: Request): Promise<Response> {
  // The cookie may have changed since the request was created, if the session was renewed in between.
  if (request.method !== 'GET') for (const [name, value] of Object.entries(csrfHeaders())) request.headers.set(name, value);
  request.headers.set('accept-language', askedLanguage());
  try {
    const response = await (takeEarlyAnswer(request) ?? fetch(request));
    reachability.set(true);
    return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    reachability.set(false);
    throw new ApiError(0, { code: 'network' });
  }
}

/** Renews the session once on 401, and asks for confirmation once if the server requires it. */
async function sendInSession(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await sendRenewing(request);
  return (await needsConfirmation(response)) && (await confirmIdentity()) ? sendRenewing(again) : response;
}

async function sendRenewing(request: Request): Promise<Response> {
  if (ANONYMOUS.test(withoutBase(new URL(request.url).pathname))) return send(request);
  const sentAt = Date.now();
  const again = request.clone();
  const response = await send(request);
  if (response.status !== 401) return response;
  const renewed = hasSession() && (await refreshSession(sentAt)) ? await send(again) : response;
  if (renewed.status === 401) sessionLost?.();
  return renewed;
}

/** The HTTP API, typed by core's OpenAPI document. Wrap each call in `answer`. */
export const api = createClient<paths>({
  baseUrl: `${globalThis.location?.origin ?? ''}${BASE_PATH}`,
  credentials: 'same-origin',
  headers: { accept: 'application/json' },
  fetch: sendInSession,
});

/** The JSON of an answer. @throws ApiError for an unsuccessful answer, or none at all */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw errorFromResponse(response, error);
  return data as T;
}
