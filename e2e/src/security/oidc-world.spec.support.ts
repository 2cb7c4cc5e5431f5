import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type JWK } from 'oidc-provider';

/** The provider's claims about people, by the name that they type there. */
export type OidcPeople = Map<string, Readonly<Record<string, unknown>>>;

/** A real OpenID provider (the package oidc-provider) on loopback. */
export interface RealProvider {
  readonly issuer: string;
  readonly secret: string;
  readonly people: OidcPeople;
  /** Allows it to send browsers back to this address. */
  allow(redirectUri: string): void;
  /** Signs with a new key from now on. */
  rotateKey(): void;
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
}

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), use: 'sig', alg: 'RS256' };
}

export const OIDC_CLIENT = 'lectern';

export async function startRealProvider(): Promise<RealProvider> {
  const people: OidcPeople = new Map();
  const secret = `planted-${randomUUID()}+%:`;
  const redirectUris = new Set(['http://127.0.0.1:9/unused']);
  let key = newKey();
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => void response.writeHead(503).end();
  let server = createServer((request, response) => handle(request, response));

  async function listen(port: number): Promise<number> {
    server = createServer((request, response) => handle(request, response));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const port = await listen(0);
  const issuer = `http://127.0.0.1:${port}`;

  function make(): void {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: OIDC_CLIENT,
          client_secret: secret,
          redirect_uris: [...redirectUris],
          grant_types: ['authorization_code'],
          response_types: ['code'],
          token_endpoint_auth_method: 'client_secret_basic',
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['planted-cookie-key'] },
      pkce: { required: () => true },
      scopes: ['openid', 'groups'],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username'],
        groups: ['groups'],
      },
      findAccount: (_context, name) => {
        const claims = people.get(name);
        return claims && { accountId: name, claims: () => ({ sub: name, ...claims }) };
      },
    });
    const callback = provider.callback();
    handle = (request, response) => void callback(request, response);
  }

  make();
  return {
    issuer,
    secret,
    people,
    allow(redirectUri) {
      redirectUris.add(redirectUri);
      make();
    },
    rotateKey() {
      key = newKey();
      make();
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    async start() {
      await listen(port);
    },
  };
}

/** Keeps cookies of all hosts it is sent to, follows nothing. */
export function createCookieJar() {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async fetch(url: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers);
      if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      const response = await fetch(url, { ...init, headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0\b|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}

/** A person's action on the provider's own pages. */
export type AtProvider = { readonly name: string } | 'abort';

/** Goes through the provider's pages as a browser would. @returns the address the browser is sent back to */
export async function walkProvider(url: string, person: AtProvider): Promise<URL> {
  const { origin } = new URL(url);
  const jar = createCookieJar();
  let response = await jar.fetch(url);
  for (let step = 0; step < 20; step += 1) {
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    const next = new URL(location, origin);
    if (next.origin !== origin) return next;
    if (!next.pathname.startsWith('/interaction/')) {
      response = await jar.fetch(next.href);
    } else if (person === 'abort') {
      response = await jar.fetch(`${next.href}/abort`);
    } else {
      const page = await (await jar.fetch(next.href)).text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      const form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login: person.name, password: 'x' } : {}) });
      response = await jar.fetch(next.href, { method: 'POST', body: form });
    }
  }
  throw new Error('the provider sends the browser around in circles');
}
