import { createHash, randomUUID } from 'node:crypto';
import type { SimulatorRequest, SimulatorResponse } from '../simulator.js';

/** An OpenID provider that the simulated server is connected to; it is at the same address, below `/idp`. */
export interface SimulatedOpenId {
  /**
   * The addresses to which apps may send people back; `*` alone allows all. The server does not store an invalid list and keeps the
   * initial one.
   */
  readonly redirectUris: readonly string[];
  /** The user signed in at the provider; `undefined`: somebody the server does not let in. */
  readonly username: () => string | undefined;
}

interface Flow {
  readonly session: string;
  readonly state: string;
  readonly challenge: string;
  readonly redirectUri: string;
  code?: string;
}

function text(status: number, body: string): SimulatorResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function found(url: URL, cookies: readonly string[] = []): SimulatorResponse {
  const headers = { location: url.href, ...(cookies.length > 0 ? { 'set-cookie': [...cookies] } : {}) };
  return { status: 302, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: `Found. Redirecting to ${url.href}` };
}

/** An address that the server takes into its list: none with a port. */
const STORABLE = /^\w+:\/\/[\w.-]+(?:\/[\w./-]*)?$/;
const AT_FIRST: readonly string[] = ['audiobookshelf://oauth'];

/** One that cannot be stored spoils the whole list, and so does `*` beside another. */
function isStorable(uris: unknown): uris is readonly string[] {
  if (!Array.isArray(uris) || (uris.includes('*') && uris.length > 1)) return false;
  return uris.every((uri) => typeof uri === 'string' && (uri === '*' || STORABLE.test(uri)));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.every((uri) => b.includes(uri)) && b.every((uri) => a.includes(uri));
}

export type OpenId = ReturnType<typeof createOpenId>;

/** The sign-in of apps by OpenID, as Audiobookshelf 2.36 answers it, and its settings. */
export function createOpenId(openid: SimulatedOpenId | undefined, open: (username: string) => SimulatorResponse | undefined) {
  const flows: Flow[] = [];
  let stored = isStorable(openid?.redirectUris) ? openid.redirectUris : AT_FIRST;
  const isAllowed = (uri: string): boolean => stored.includes(uri) || (stored.length === 1 && stored[0] === '*');

  function begin({ query, headers }: SimulatorRequest): SimulatorResponse {
    if (!openid) return text(500, '<!DOCTYPE html><pre>Internal Server Error</pre>');
    const redirectUri = query.get('redirect_uri') ?? '';
    const challenge = query.get('code_challenge');
    if (!isAllowed(redirectUri)) return text(400, 'Invalid redirect_uri');
    if (challenge === null) return text(400, 'code_challenge required for mobile flow (PKCE)');
    if ((query.get('code_challenge_method') ?? 'S256') !== 'S256') return text(400, 'Only S256 code_challenge_method method supported');
    const flow = { session: randomUUID(), state: query.get('state') ?? '', challenge, redirectUri };
    flows.push(flow);
    // made of the address it was asked at, whoever can reach that
    const own = `http://${headers.host}`;
    const url = new URL('/idp/authorize', own);
    for (const [name, value] of Object.entries({ state: flow.state, redirect_uri: `${own}/auth/openid/mobile-redirect` })) {
      url.searchParams.set(name, value);
    }
    return found(url, ['auth_method=openid-mobile; Max-Age=315360000; Path=/; HttpOnly', `connect.sid=${flow.session}; Path=/; HttpOnly`]);
  }

  /** The provider's page: whoever is signed in there is sent on. */
  function authorize({ query }: SimulatorRequest): SimulatorResponse {
    const flow = flows.find(({ state }) => state === query.get('state'));
    if (!flow) return text(400, 'unknown state');
    flow.code = randomUUID();
    const url = new URL(query.get('redirect_uri') ?? '');
    url.searchParams.set('code', flow.code);
    url.searchParams.set('state', flow.state);
    return found(url);
  }

  function sendBack({ query }: SimulatorRequest): SimulatorResponse {
    const flow = flows.find(({ state }) => state === query.get('state'));
    if (!flow) return text(400, 'Invalid state');
    const url = new URL(flow.redirectUri);
    for (const name of ['code', 'state']) url.searchParams.set(name, query.get(name) ?? '');
    return found(url);
  }

  function finish({ query, headers }: SimulatorRequest): SimulatorResponse {
    const session = /connect\.sid=([^;]+)/.exec(headers.cookie ?? '')?.[1];
    const index = flows.findIndex((flow) => flow.session === session);
    const flow = flows[index];
    if (!flow || flow.state !== query.get('state')) return text(400, 'No session');
    const proof = createHash('sha256')
      .update(query.get('code_verifier') ?? '')
      .digest('base64url');
    flows.splice(index, 1);
    const username = openid?.username();
    const answer = proof === flow.challenge && flow.code === query.get('code') && username !== undefined ? open(username) : undefined;
    return answer ?? { status: 401, body: 'Unauthorized' };
  }

  return {
    /** `undefined`: not a path of this. */
    answer(where: string, request: SimulatorRequest): SimulatorResponse | undefined {
      if (request.method !== 'GET') return undefined;
      if (where === '/auth/openid') return begin(request);
      if (where === '/idp/authorize') return authorize(request);
      if (where === '/auth/openid/mobile-redirect') return sendBack(request);
      return where === '/auth/openid/callback' ? finish(request) : undefined;
    },

    /** Returns the settings as admins see them. */
    settings: () => ({ authActiveAuthMethods: openid ? ['local', 'openid'] : ['local'], authOpenIDMobileRedirectURIs: stored }),

    /** Stores valid settings, and also answers OK to the rest. @returns whether anything changed */
    change({ authOpenIDMobileRedirectURIs: uris }: Record<string, unknown>): boolean {
      if (!isStorable(uris) || isSame(uris, stored)) return false;
      stored = uris;
      return true;
    },
  };
}
