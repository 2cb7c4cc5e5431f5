import type { HttpServerOptions } from '../../platform/http/http-server-options.js';
import { startHttpServer } from '../../platform/http/http-server.js';
import { createOwnership, type Owning } from '../../platform/http/ownership.js';
import type { Route } from '../../platform/http/route.js';
import { createLogger, type Logger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createMetrics } from '../../platform/metrics/metrics.js';
import type { UserRole, UserRow } from '../users/index.js';
import { createAuthenticator, type AuthenticatorDeps } from './authenticator.js';
import { auth } from './feature.js';
import { createTestPeople, type TestPeople, type TestPeopleOptions } from './test-people.js';

/** The password of every user that `createUser` makes. */
export const TEST_PASSWORD = 'correct horse battery';

/** An answer with parsed JSON. */
export interface TestAnswer<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

/** Calls the server as a certain user. */
export interface TestClient {
  get<T = Record<string, unknown>>(path: string): Promise<TestAnswer<T>>;
  post<T = Record<string, unknown>>(path: string, body?: object): Promise<TestAnswer<T>>;
  put<T = Record<string, unknown>>(path: string, body?: object): Promise<TestAnswer<T>>;
  patch<T = Record<string, unknown>>(path: string, body?: object): Promise<TestAnswer<T>>;
  delete<T = Record<string, unknown>>(path: string): Promise<TestAnswer<T>>;
  /** Any other request; the session's headers are added. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** A client that keeps cookies and echoes the CSRF cookie, as the web UI does. */
export interface TestBrowser extends TestClient {
  readonly cookies: Map<string, string>;
  /** Whether to send the CSRF header. */
  sendsCsrf: boolean;
}

/** A small server with the given routes and real sign-in. */
export interface TestHttp {
  readonly url: string;
  readonly people: TestPeople;
  /** Creates an account with {@link TEST_PASSWORD}. */
  createUser(username: string, role?: UserRole): Promise<UserRow>;
  /**
   * A client with a bearer token. Takes a user's row or a name: `admin`, `user` and any other name (role user) are
   * created if necessary; `nobody` sends nothing.
   */
  as(user: UserRow | string): Promise<TestClient>;
  browser(): TestBrowser;
  stop(): Promise<void>;
}

/** The parts of a test server. */
export interface TestHttpOptions extends TestPeopleOptions {
  /** The routes, or a function that makes them from the account services. */
  readonly routes: readonly Route[] | ((people: TestPeople) => readonly Route[]);
  /** The services that the routes already hold. Default: new ones. */
  readonly people?: TestPeople;
  /** Features besides this one that declare whose their things are. */
  readonly owning?: readonly Owning[];
  readonly owns?: HttpServerOptions['owns'];
  readonly apiToken?: AuthenticatorDeps['apiToken'];
  readonly trustedProxies?: readonly string[];
  /** Default: one that is silent. */
  readonly log?: Logger;
}

function clientOf(send: TestClient['fetch']): TestClient {
  async function call<T>(method: string, path: string, body?: object): Promise<TestAnswer<T>> {
    const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await send(path, { method, ...json });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers };
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
    fetch: send,
  };
}

function withHeaders(init: RequestInit | undefined, extra: Readonly<Record<string, string>>): RequestInit {
  const headers = new Headers(init?.headers);
  for (const [name, value] of Object.entries(extra)) if (!headers.has(name)) headers.set(name, value);
  return { ...init, headers };
}

function createBrowser(url: string): TestBrowser {
  const cookies = new Map<string, string>();
  const browser: TestBrowser = {
    cookies,
    sendsCsrf: true,
    ...clientOf(async (path, init) => {
      const csrf = cookies.get('lectern_csrf');
      const sent = [...cookies].filter(([name]) => name !== 'lectern_refresh' || path.startsWith('/api/auth'));
      const response = await fetch(
        `${url}${path}`,
        withHeaders(init, {
          ...(sent.length === 0 ? {} : { cookie: sent.map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(browser.sendsCsrf && csrf !== undefined ? { 'x-csrf-token': csrf } : {}),
        }),
      );
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0\b/i.test(line)) cookies.delete(name);
        else cookies.set(name, decodeURIComponent(value));
      }
      return response;
    }),
  };
  return browser;
}

/** Starts a server on a free port. Answers are checked against their schemas. */
export async function startTestHttp(options: TestHttpOptions): Promise<TestHttp> {
  const people = options.people ?? createTestPeople(options);
  const routes = typeof options.routes === 'function' ? options.routes(people) : options.routes;
  const server = await startHttpServer(
    {
      routes,
      log: options.log ?? createLogger({ level: process.env['LECTERN_TEST_LOG'] ?? 'silent', redactor: createRedactor() }),
      metrics: createMetrics(),
      rateLimiter: people.rateLimiter,
      trustedProxies: options.trustedProxies ?? [],
      authenticate: createAuthenticator({ ...people, apiToken: options.apiToken }),
      owns: options.owns ?? createOwnership(people.database.read, [auth, ...(options.owning ?? [])]),
      isConfirmed: (caller) => people.confirmedSessions.isConfirmed(caller),
      validateResponses: true,
    },
    { host: '127.0.0.1', port: 0 },
  );
  const url = `http://127.0.0.1:${server.port}`;
  const origin = { address: '127.0.0.1', userAgent: 'spec' };

  async function createUser(username: string, role: UserRole = 'user'): Promise<UserRow> {
    return people.users.create({ username, password: TEST_PASSWORD, role }, { name: 'spec' });
  }

  return {
    url,
    people,
    createUser,
    async as(user) {
      if (user === 'nobody') return clientOf((path, init) => fetch(`${url}${path}`, init));
      const row =
        typeof user === 'string'
          ? ((await people.users.findByUsername(user)) ?? (await createUser(user, user === 'admin' ? 'admin' : 'user')))
          : user;
      const { accessToken } = await people.auth.openSession(row.id, origin);
      return clientOf((path, init) => fetch(`${url}${path}`, withHeaders(init, { authorization: `Bearer ${accessToken}` })));
    },
    browser: () => createBrowser(url),
    stop: () => server.close(1000),
  };
}
