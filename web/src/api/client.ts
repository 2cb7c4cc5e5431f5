import { ApiError, errorFromResponse } from './api-error.js';
import { csrfHeaders, refreshSession } from './session-refresh.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Query = Record<string, string | number | boolean | undefined>;

export interface CallOptions {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  /** Sign-in calls must not try to renew a session that does not exist. */
  anonymous?: boolean;
}

type Listener = () => void;
let sessionLost: Listener | undefined;

/** Called when the session could not be renewed. */
export function onSessionLost(listener: Listener): void {
  sessionLost = listener;
}

export function withQuery(path: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(key, String(value));
  }
  const text = params.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (method !== 'GET') Object.assign(headers, csrfHeaders());
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(withQuery(path, options.query), {
      method,
      headers,
      credentials: 'same-origin',
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, { code: 'network' });
  }
}

async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  const sentAt = Date.now();
  let response = await send(method, path, options);
  if (response.status === 401 && !options.anonymous) {
    if (await refreshSession(sentAt)) response = await send(method, path, options);
    if (response.status === 401) sessionLost?.();
  }
  if (!response.ok) throw await errorFromResponse(response);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

/** The door to the HTTP API: adds the CSRF header, renews the session once on 401, turns problem documents into ApiError. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => call<T>('GET', path, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('PUT', path, { ...options, body }),
  patch: <T>(path: string, body?: unknown, options?: CallOptions) => call<T>('PATCH', path, { ...options, body }),
  delete: <T>(path: string, options?: CallOptions) => call<T>('DELETE', path, options),
};
