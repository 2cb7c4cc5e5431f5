import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { bearer, startBareServer, type BareServer, BARE_PASSWORD, type OpenSession } from '../bare-server.spec.support.js';
import { json, send, type WalkAnswer } from './route-walk.spec.support.js';

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function claimsOf({ accessToken }: OpenSession): Record<string, unknown> {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

function problemOf({ text }: WalkAnswer): { readonly code: string; readonly detail?: string } {
  return JSON.parse(text) as { code: string };
}

describe('a hostile client', () => {
  let server: BareServer;
  let admin: string;
  let user: string;

  before(async () => {
    server = await startBareServer();
    admin = await server.createUser('root', 'admin');
    user = await server.createUser('reader');
  });
  after(() => server.stop());
  beforeEach(() => server.forgetAttempts());

  function me(token: string): Promise<WalkAnswer> {
    return send(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
  }

  describe('with a token', () => {
    it('is nobody with one it made itself', async () => {
      const session = await server.session(admin);
      const [header = '', payload = '', signature = ''] = session.accessToken.split('.');
      const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const hmac = (text: string, key: string | Buffer): string => createHmac('sha256', key).update(text).digest('base64url');
      const { jwtKey } = server.app.services.keys;
      const signed = (head: object, claims: object, key: string | Buffer = jwtKey): string => {
        const text = `${encoded(head)}.${encoded(claims)}`;
        return `${text}.${hmac(text, key)}`;
      };
      const hs256 = { alg: 'HS256', typ: 'JWT' };
      const claims = claimsOf(session);
      const rs = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${payload}`;
      expect((await me(signed(hs256, claims))).status, 'the helper makes good tokens').to.equal(200);

      const forged: Record<string, string> = {
        'no algorithm': `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
        'no algorithm, with the signature': `${encoded({ alg: 'NoNe' })}.${payload}.${signature}`,
        'no signature': `${header}.${payload}.`,
        'another key': signed(hs256, claims, 'secret'),
        'an empty key': signed(hs256, claims, ''),
        'the key as text': signed(hs256, claims, jwtKey.toString('base64')),
        'another algorithm of the same key': signed({ alg: 'HS512', typ: 'JWT' }, claims),
        'a key pair': `${rs}.${createSign('RSA-SHA256').update(rs).sign(privateKey, 'base64url')}`,
        'a public key as secret': signed(hs256, claims, publicKey.export({ type: 'spki', format: 'pem' })),
        'a key in its header': signed({ ...hs256, jwk: { kty: 'oct', k: encoded({}) }, kid: '../../dev/null' }, claims, ''),
        'another subject': `${header}.${encoded({ ...claims, sub: user })}.${signature}`,
        'another issuer': signed(hs256, { ...claims, iss: 'someone' }),
        'no session': signed(hs256, { ...claims, sid: undefined }),
        'no subject': signed(hs256, { ...claims, sub: undefined }),
        'an end that is over': signed(hs256, { ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
        'a subject that is an object': signed(hs256, { ...claims, sub: { id: admin } }),
        'its CSRF token': session.csrfToken,
        'its refresh token': session.refreshToken,
      };
      for (const [name, token] of Object.entries(forged)) expect((await me(token)).status, name).to.equal(401);
    });

    it('gains nothing by a role it writes into a real token', async () => {
      const session = await server.session(user);
      const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ ...claimsOf(session), role: 'admin' })}`;
      const token = `${text}.${createHmac('sha256', server.app.services.keys.jwtKey).update(text).digest('base64url')}`;
      expect((await send(`${server.url}/api/admin/users`, { headers: { authorization: `Bearer ${token}` } })).status).to.equal(403);
    });

    it('is signed out by the end of all sessions also within the same second', async () => {
      // not near the end of a second, so that both fall into one
      await until(() => Date.now() % 1000 < 700, { everyMs: 5 });
      const before = await server.session(user);
      await new Promise((resolve) => setTimeout(resolve, 5));
      await server.app.services.users.endSessions(user, { name: 'spec' });
      await new Promise((resolve) => setTimeout(resolve, 5));
      const after = await server.session(user);

      expect(Math.floor(Number(claimsOf(before)['iat']))).to.be.closeTo(Math.floor(Number(claimsOf(after)['iat'])), 1);
      expect((await me(before.accessToken)).status).to.equal(401);
      expect((await send(`${server.url}/api/auth/refresh`, json('POST', { refreshToken: before.refreshToken }))).status).to.equal(401);
      expect((await me(after.accessToken)).status).to.equal(200);
    });
  });

  describe('at the sign-in', () => {
    function signIn(url: string, username: string, headers: Record<string, string> = {}): Promise<WalkAnswer> {
      return send(`${url}/api/auth/local/login`, json('POST', { username, password: 'wrong but long enough' }, headers));
    }

    it('is limited by its own address, whatever it says it is', async () => {
      const answers: number[] = [];
      for (let n = 0; n < 12; n += 1) {
        const forwarded = { 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': `198.51.100.${n}`, forwarded: `for=198.51.100.${n}` };
        answers.push((await signIn(server.url, `nobody${n}`, forwarded)).status);
      }
      expect(answers.slice(0, 10).every((status) => status === 401)).to.equal(true);
      expect(answers.slice(10)).to.deep.equal([429, 429]);
    });

    it('is limited by the account when it comes from many addresses, and told how long', async () => {
      const proxied = await startBareServer({ LECTERN_TRUSTED_PROXIES: '127.0.0.1' });
      try {
        // as of 48 other addresses before, without the seconds that hashing their passwords takes
        for (let n = 0; n < 48; n += 1) await proxied.app.services.rateLimiter.take('sign-in-account', 'root');
        const answers: WalkAnswer[] = [];
        for (let n = 0; n < 3; n += 1) answers.push(await signIn(proxied.url, 'Root', { 'x-forwarded-for': `198.51.100.${n}` }));
        expect(answers.map(({ status }) => status)).to.deep.equal([401, 401, 429]);
        expect(Number(answers.at(-1)?.headers.get('retry-after'))).to.be.within(1, 900);
      } finally {
        await proxied.stop();
      }
    });

    it('is known behind a trusted proxy by the address the proxy saw, not by the one it wrote itself', async () => {
      const proxied = await startBareServer({ LECTERN_TRUSTED_PROXIES: '127.0.0.1' });
      try {
        const answers: number[] = [];
        for (let n = 0; n < 12; n += 1) {
          answers.push((await signIn(proxied.url, `nobody${n}`, { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.9` })).status);
        }
        expect(answers.slice(9)).to.deep.equal([401, 429, 429]);
        expect((await signIn(proxied.url, 'other', { 'x-forwarded-for': '203.0.113.10' })).status).to.equal(401);

        const id = await proxied.createUser('reader');
        expect(id).to.be.a('string');
        const session = json(
          'POST',
          { username: 'reader', password: BARE_PASSWORD },
          { 'x-forwarded-for': '203.0.113.11', 'x-forwarded-proto': 'https' },
        );
        const cookies = (await send(`${proxied.url}/api/auth/local/login`, session)).headers.getSetCookie();
        expect(cookies).to.have.length(3);
        for (const cookie of cookies) expect(cookie).to.match(/; Secure/);
      } finally {
        await proxied.stop();
      }
    });

    it('gets cookies that scripts cannot read and other sites cannot send', async () => {
      const answer = await send(
        `${server.url}/api/auth/local/login`,
        json('POST', { username: 'reader', password: BARE_PASSWORD }, { 'x-forwarded-proto': 'https' }),
      );
      const cookies = Object.fromEntries(answer.headers.getSetCookie().map((line) => [line.slice(0, line.indexOf('=')), line]));

      expect(Object.keys(cookies).sort()).to.deep.equal(['lectern_access', 'lectern_csrf', 'lectern_refresh']);
      expect(cookies['lectern_access']).to.match(/; Path=\/;.*SameSite=Lax; HttpOnly$/);
      expect(cookies['lectern_refresh']).to.match(/; Path=\/api\/auth;.*SameSite=Lax; HttpOnly$/);
      // the page has to read it; it is worth nothing without the other
      expect(cookies['lectern_csrf']).to.match(/SameSite=Lax$/);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
    });
  });

  describe('at the setup', () => {
    it('cannot begin it anew when it is over, also with the right token', async () => {
      const fresh = await startBareServer();
      try {
        const token = (await fresh.app.setupToken()) ?? '';
        const account = { token, username: 'root', password: BARE_PASSWORD };
        const early = await send(`${fresh.url}/api/setup/admin`, json('POST', { ...account, token: 'guess' }));
        expect(problemOf(early).code).to.equal('setup_token_invalid');
        expect((await send(`${fresh.url}/api/setup/admin`, json('POST', account))).status).to.equal(201);
        const again = await send(`${fresh.url}/api/setup/admin`, json('POST', { ...account, username: 'second' }));
        expect(problemOf(again).code).to.equal('admin_exists');
        expect(await fresh.app.setupToken()).to.equal(undefined);

        const { services } = fresh.app;
        await services.settings.update({ setup: { completedAt: new Date().toISOString() } }, { name: 'spec' });
        const root = await services.users.findByUsername('root');
        const headers = bearer(await fresh.session(root?.id ?? ''));
        for (const [path, body] of [
          ['admin', { ...account, username: 'third' }],
          ['library', { path: fresh.dataDir }],
          ['complete', {}],
        ] as const) {
          const answer = await send(`${fresh.url}/api/setup/${path}`, json('POST', body, headers));
          expect([answer.status, problemOf(answer).code], path).to.deep.equal([403, 'setup_complete']);
        }
      } finally {
        await fresh.stop();
      }
    });
  });

  describe('looking at headers', () => {
    it('finds a policy, nosniff and no framing on every kind of answer', async () => {
      const headers = bearer(await server.session(user));
      for (const path of [
        '/api/auth/me',
        '/api/health',
        '/api/nothing',
        '/',
        '/requests',
        '/api/docs',
        '/assets/../../package.json',
        '/api/openapi.json',
      ]) {
        const answer = await send(`${server.url}${path}`, { headers });
        const policy = answer.headers.get('content-security-policy') ?? '';
        expect(policy, path).to.match(/default-src '(self|none)'/);
        expect(policy, path).to.not.match(/script-src[^;]*'unsafe-(inline|eval)'/);
        expect(policy, path).to.contain("frame-ancestors 'none'");
        expect(answer.headers.get('x-content-type-options'), path).to.equal('nosniff');
        expect(answer.headers.get('x-frame-options'), path).to.equal('DENY');
        expect(answer.headers.get('referrer-policy'), path).to.match(/same-origin|no-referrer/);
        expect(answer.headers.get('x-powered-by'), path).to.equal(null);
        expect(answer.headers.get('access-control-allow-origin'), path).to.equal(null);
      }
    });
  });

  it('leaves no stack on the error output and no fault in the log when it goes away', async () => {
    const written: string[] = [];
    const original = console.error;
    console.error = (...parts: unknown[]) => void written.push(parts.join(' '));
    try {
      for (let n = 0; n < 5; n += 1) {
        const abort = new AbortController();
        const stream = await fetch(`${server.url}/api/events`, { headers: bearer(await server.session(user)), signal: abort.signal });
        expect(stream.status).to.equal(200);
        abort.abort();
      }
      await until(() => server.app.services.connections.count() === 0, { what: 'the streams to end' });
    } finally {
      console.error = original;
    }
    expect(written).to.deep.equal([]);
    expect(server.log()).to.not.contain('"request failed"');
  });
});
