import { createHmac } from 'node:crypto';
import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { BARE_PASSWORD, bearer, cookies, startBareServer, type BareServer, type OpenSession } from '../../bare-server.spec.support.js';
import { json, send } from '../route-walk.spec.support.js';
import { call, cookiesOf, read, sendAs } from './support.spec.support.js';

const SPEC = { name: 'spec' };
const ALL_SCOPES = ['read', 'requests:write', 'library:read', 'admin:read', 'admin:write'] as const;

describe('sessions and tokens', () => {
  let server: BareServer;
  let root: string;
  let user: string;

  before(async () => {
    server = await startBareServer();
    root = await server.createUser('root', 'admin');
    user = await server.createUser('reader');
  });
  after(() => server.stop());
  beforeEach(() => server.forgetAttempts());

  const statusOf = async (session: OpenSession, path = '/api/auth/me') => (await call(server, session, 'GET', path)).status;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  async function apiToken(userId: string, scopes: readonly (typeof ALL_SCOPES)[number][]) {
    return server.app.services.apiTokens.create({ userId, name: 'Script', scopes }, SPEC);
  }

  it('do not say themselves how they are signed: alg none, another algorithm and a key of their own are refused', async () => {
    const { accessToken } = await server.session(root);
    const [, payload = '', signature = ''] = accessToken.split('.');
    for (const head of [
      { alg: 'none' },
      { alg: 'None' },
      { alg: 'RS256' },
      { alg: 'HS512' },
      { alg: 'ES256' },
      { alg: 'HS256', kid: '/dev/null' },
    ]) {
      for (const key of ['', 'secret', 'lectern']) {
        const text = `${part(head)}.${payload}`;
        const made = createHmac('sha256', key).update(text).digest('base64url');
        for (const sign of ['', signature, made]) {
          const answer = await send(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${text}.${sign}` } });
          expect(answer.status, `${JSON.stringify(head)} ${key}`).to.equal(401);
        }
      }
    }
    // right in every way but the algorithm
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const) {
      const text = `${part({ alg, typ: 'JWT' })}.${payload}`;
      const made = createHmac(hash, server.app.services.keys.jwtKey).update(text).digest('base64url');
      const answer = await send(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${text}.${made}` } });
      expect(answer.status, alg).to.equal(alg === 'HS256' ? 200 : 401);
    }
  });

  it('carry no role: a demoted admin is no longer one', async () => {
    const second = await server.createUser('second', 'admin');
    const session = await server.session(second);
    const token = await apiToken(second, ['admin:read', 'read']);
    expect(await statusOf(session, '/api/admin/users')).to.equal(200);

    await server.app.services.users.update(second, { role: 'user' }, SPEC);

    const byToken = (path: string) => send(`${server.url}${path}`, { headers: { authorization: `Bearer ${token.token}` } });
    expect(await statusOf(session, '/api/admin/users')).to.equal(401);
    expect(await statusOf(await server.session(second), '/api/admin/users')).to.equal(403);
    expect((await byToken('/api/admin/users')).status).to.equal(403);
    expect((await byToken('/api/auth/me')).status).to.equal(200);
  });

  it('end with the old password, as do sign-in links', async () => {
    const stolen = await server.session(user);
    const link = await server.app.services.loginTokens.create(user, SPEC);
    const own = await server.session(user);
    const passwords = { currentPassword: BARE_PASSWORD, newPassword: 'another horse battery' };
    expect((await call(server, own, 'POST', '/api/auth/change-password', passwords)).status).to.equal(204);

    expect([await statusOf(stolen), await statusOf(own)]).to.deep.equal([401, 200]);
    const refreshed = await call(server, undefined, 'POST', '/api/auth/refresh', { refreshToken: stolen.refreshToken });
    expect(refreshed.status).to.equal(401);
    expect((await call(server, undefined, 'POST', '/api/auth/token/login', { token: link.token })).status).to.equal(401);
    await server.app.services.users.update(user, { password: BARE_PASSWORD }, SPEC);
  });

  it('end with all others, even when issued in that same second', async () => {
    await until(() => Date.now() % 1000 < 500, { everyMs: 5 });
    const early = await server.session(user);
    const link = await server.app.services.loginTokens.create(user, SPEC);
    await server.app.services.users.endSessions(user, SPEC);
    const ended = Date.now();
    await until(() => Date.now() > ended + 2, { everyMs: 1 });
    const late = await server.session(user);

    expect([await statusOf(early), await statusOf(late)]).to.deep.equal([401, 200]);
    const refreshed = await call(server, undefined, 'POST', '/api/auth/refresh', { refreshToken: early.refreshToken });
    expect(refreshed.status).to.equal(401);
    expect((await call(server, undefined, 'POST', '/api/auth/token/login', { token: link.token })).status).to.equal(401);
  });

  it('end at sign-out, refresh tokens that were exchanged before included', async () => {
    const session = await server.session(user);
    const rotated = await call(server, undefined, 'POST', '/api/auth/refresh', { refreshToken: session.refreshToken });
    const next = read<{ refreshToken: string; accessToken: string }>(rotated);
    expect(next.refreshToken).to.not.equal(session.refreshToken);

    expect((await call(server, session, 'POST', '/api/auth/logout', {})).status).to.equal(204);

    for (const token of [session.accessToken, next.accessToken]) {
      expect((await send(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status).to.equal(401);
    }
    for (const refreshToken of [session.refreshToken, next.refreshToken]) {
      expect((await call(server, undefined, 'POST', '/api/auth/refresh', { refreshToken })).status).to.equal(401);
    }
  });

  it('cannot make themselves a way in that outlives them', async () => {
    const { token, row } = await apiToken(root, ALL_SCOPES);
    const headers = { authorization: `Bearer ${token}` };
    const own = `/api/admin/users/${root}`;
    const attempts: readonly (readonly [string, string, object])[] = [
      ['POST', '/api/user/api-tokens', { name: 'More', scopes: ['read'] }],
      ['POST', '/api/admin/api-tokens', { name: 'More', scopes: ['read'], userId: root }],
      ['POST', '/api/admin/users', { username: 'backdoor', password: BARE_PASSWORD, role: 'admin' }],
      ['PATCH', own, { password: 'another horse battery' }],
      ['PATCH', `/api/admin/users/${user}`, { role: 'admin' }],
      ['POST', `/api/admin/users/${root}/login-token`, {}],
      ['POST', '/api/auth/change-password', { currentPassword: BARE_PASSWORD, newPassword: 'another horse battery' }],
    ];
    for (const [method, path, body] of attempts) {
      const answer = await send(`${server.url}${path}`, json(method, body, headers));
      expect([answer.status, answer.code], `${method} ${path}`).to.deep.equal([403, 'scope_missing']);
    }
    const allowed = await send(`${server.url}${own}`, json('PATCH', { displayName: 'Root' }, headers));
    expect(allowed.status, 'what the scope is for').to.equal(200);

    await server.app.services.apiTokens.revoke(row.id, SPEC);
    expect((await send(`${server.url}/api/auth/me`, { headers })).status).to.equal(401);
    expect((await call(server, undefined, 'POST', '/api/auth/local/login', { username: 'root', password: BARE_PASSWORD })).status).to.equal(
      200,
    );
  });

  it('take their live streams with them when they end', async () => {
    const { token, row } = await apiToken(user, ['read']);
    const signal = AbortSignal.timeout(10_000);
    const stream = await fetch(`${server.url}/api/events`, { headers: { authorization: `Bearer ${token}` }, signal });
    expect(stream.status).to.equal(200);
    const ended = stream.text();

    await server.app.services.apiTokens.revoke(row.id, SPEC);

    expect(await ended).to.contain('connected');
  });

  it('are not accepted in the address, where every log would show them', async () => {
    const session = await server.session(root);
    const { token } = await apiToken(root, ['read']);
    for (const name of ['token', 'access_token', 'apikey', 'api_key', 'key', 'auth', 'jwt', 'X-Plex-Token']) {
      for (const value of [session.accessToken, token]) {
        const { status } = await send(`${server.url}/api/auth/me?${name}=${value}`);
        expect(status, name).to.equal(401);
      }
    }
    expect(server.log()).to.not.contain(token).and.not.contain(session.accessToken);
  });

  it('are of no use to a page of another site (CSRF)', async () => {
    const session = await server.session(root);
    const other = await server.session(user);
    const target = `${server.url}/api/admin/settings/auto-approve`;
    const evil = { origin: 'https://evil.example', referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' };
    const cookie = cookies(session);

    const attempts: Readonly<Record<string, RequestInit>> = {
      'the cookie alone': json('PUT', { enabled: true }, { ...cookie, ...evil }),
      'another user’s token': json('PUT', { enabled: true }, { ...cookie, 'x-csrf-token': other.csrfToken }),
      'the token of the cookie, as a cookie only': json('PUT', { enabled: true }, cookie),
      'a made-up token in both places': json(
        'PUT',
        { enabled: true },
        { cookie: `lectern_access=${session.accessToken}; lectern_csrf=x`, 'x-csrf-token': 'x' },
      ),
    };
    for (const [name, init] of Object.entries(attempts)) expect((await send(target, init)).code, name).to.equal('csrf_failed');
    // content types that a form can send without a preflight request
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const form = { method: 'POST', headers: { 'content-type': type }, body: '{"username":"reader","password":"x"}' };
      expect((await send(`${server.url}/api/auth/local/login`, form)).status, type).to.equal(415);
    }
    const preflight = {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'PUT', host: new URL(server.url).host },
    };
    const allowed = await sendAs(server, '/api/admin/settings/auto-approve', preflight);
    expect(allowed.text).to.not.contain('evil.example');
    expect(
      (await send(target, { headers: { ...cookie, origin: 'https://evil.example' } })).headers.get('access-control-allow-origin'),
    ).to.equal(null);
    expect((await send(target, json('PUT', { enabled: false }, { ...cookie, 'x-csrf-token': session.csrfToken }))).status).to.equal(200);
  });

  it('travel in cookies that no script reads, no other site sends and no plain HTTP carries', async () => {
    const proxied = await startBareServer({ LECTERN_TRUSTED_PROXIES: '127.0.0.1' });
    try {
      await proxied.createUser('reader');
      const login = json('POST', { username: 'reader', password: BARE_PASSWORD }, { 'x-forwarded-proto': 'https' });
      const lines = (await send(`${proxied.url}/api/auth/local/login`, login)).headers.getSetCookie();
      expect(lines).to.have.length(3);
      for (const line of lines) {
        expect(line)
          .to.match(/; SameSite=(Lax|Strict)/)
          .and.match(/; Secure/)
          .and.not.match(/Domain=/i);
        if (!line.startsWith('lectern_csrf=')) expect(line).to.match(/; HttpOnly/);
      }
    } finally {
      await proxied.stop();
    }
  });

  it('leave no cookies in the browser after sign-out', async () => {
    const session = await server.session(user);
    const answer = await send(
      `${server.url}/api/auth/logout`,
      json('POST', {}, { ...cookies(session), 'x-csrf-token': session.csrfToken }),
    );
    expect(Object.values(cookiesOf(answer))).to.deep.equal(['', '', '']);
    for (const line of answer.headers.getSetCookie()) expect(line).to.contain('Max-Age=0');
  });

  it('are asked for whatever the address of a route looks like', async () => {
    const headers = bearer(await server.session(user));
    const disguises = [
      '?/api/health',
      '?path=/api/auth/local/login',
      '/../health',
      '/%2e%2e/health',
      ';/api/health',
      '%2f..%2fhealth',
      '#/api/health',
      '%00',
      '.json',
      '//',
    ];
    for (const dress of disguises) {
      for (const path of [`/api/admin/users${dress}`, `/api/health${dress.replace('health', 'admin/users')}`]) {
        const answer = await send(`${server.url}${path}`, { headers });
        if (answer.status === 200) expect(answer.text, path).to.not.contain('"username":"root"');
        const nobody = await send(`${server.url}${path}`);
        if (nobody.status === 200) expect(nobody.text, path).to.not.contain('"username"');
      }
    }
    const method = await send(`${server.url}/api/auth/logout`, {
      method: 'POST',
      headers: { ...headers, 'x-http-method-override': 'GET', 'x-original-url': '/api/admin/users', 'x-rewrite-url': '/api/admin/users' },
    });
    expect(method.text).to.not.contain('"username":"root"');
  });
});
