import type { Call, HttpRequest, HttpResponse, JsonValue, PluginContext } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { createSession, hostRefused } from './session.js';
import type { QbittorrentSettings } from './settings.js';

type Parameters = Pick<HttpRequest, 'query' | 'form' | 'multipart'>;

export interface ApiRequest extends Parameters, Call {
  /** More statuses to return as answers; any 2xx always is. */
  readonly accept?: readonly number[];
}

/** qBittorrent's Web API v2. Only this part knows addresses and sessions. */
export interface QbittorrentClient {
  /** @param path below `/api/v2/`, e.g. `torrents/info` */
  get(path: string, request: ApiRequest): Promise<HttpResponse>;
  post(path: string, request: ApiRequest): Promise<HttpResponse>;
  json(path: string, request: ApiRequest): Promise<JsonValue>;
  /** Version of the Web API, e.g. `2.8.19`; requested once per session. */
  apiVersion(call: Call): Promise<string>;
  /** False when qBittorrent lets us in without a login. */
  isSignedIn(): boolean;
}

/** A library of thousands of torrents is listed in one answer. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The status of a successful change differs between versions. */
const SUCCESS: readonly number[] = [200, 201, 202, 204];

/** Compares dotted numbers: negative if `a` is older. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** `…/api/v2/` for a base address with or without sub-path and trailing slash. */
export function apiRoot(baseUrl: string): string {
  const url = new URL(baseUrl.trim());
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v2$/, '');
  return `${url.origin}${path}/api/v2/`;
}

function assertDirect(answer: HttpResponse): void {
  if (answer.status < 300 || answer.status >= 400) return;
  const { location } = answer.headers;
  throw location === undefined
    ? fault('INTEGRATION_MISCONFIGURED', 'redirected_somewhere', { field: 'baseUrl' })
    : fault('INTEGRATION_MISCONFIGURED', 'redirected', { values: { target: location }, field: 'baseUrl' });
}

type Context = Pick<PluginContext<QbittorrentSettings>, 'http' | 'settings' | 'signal'>;

export function createQbittorrentClient({ http, settings, signal }: Context): QbittorrentClient {
  const root = apiRoot(settings.baseUrl);
  const session = createSession({ http, settings, loginUrl: `${root}auth/login`, signal });
  let known: { readonly version: string; readonly generation: number } | undefined;

  function send(method: 'GET' | 'POST', path: string, request: ApiRequest, headers: Record<string, string>): Promise<HttpResponse> {
    const { accept = [], ...parameters } = request;
    return http.request({
      ...parameters,
      method,
      url: `${root}${path}`,
      headers,
      acceptStatus: [...SUCCESS, 401, 403, ...accept],
      redirect: 'manual',
      maxBytes: MAX_BYTES,
    });
  }

  /** A 403 means that the session is gone (timeout, restart, logout): sign in once, repeat once. */
  async function exchange(method: 'GET' | 'POST', path: string, request: ApiRequest): Promise<HttpResponse> {
    const headers = session.headers();
    let answer = await send(method, path, request, headers);
    if (answer.status === 403) {
      await session.renew(answer, headers);
      answer = await send(method, path, request, session.headers());
    }
    if (answer.status === 403 && !request.accept?.includes(403)) {
      throw fault('INTEGRATION_FORBIDDEN', 'call_forbidden');
    }
    if (answer.status === 401) throw hostRefused();
    assertDirect(answer);
    return answer;
  }

  async function readVersion(call: Call): Promise<string> {
    const answer = await exchange('GET', 'app/webapiVersion', { signal: call.signal, accept: [404] });
    const version = answer.text().trim();
    if (answer.status === 404 || !/^\d+(\.\d+)+$/.test(version)) {
      throw fault('INTEGRATION_MISCONFIGURED', 'nothing_at_address', {
        field: 'baseUrl',
      });
    }
    return version;
  }

  return {
    get: (path, request) => exchange('GET', path, request),
    post: (path, request) => exchange('POST', path, request),
    async json(path, request) {
      return (await exchange('GET', path, request)).json<JsonValue>();
    },
    async apiVersion(call) {
      if (known?.generation === session.generation()) return known.version;
      const version = await readVersion(call);
      known = { version, generation: session.generation() };
      return version;
    },
    isSignedIn: () => session.isSignedIn(),
  };
}
