import { expect } from 'chai';
import Type from 'typebox';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { defineRoute, json } from '../../platform/http/route.js';
import { authRoutes } from './index.js';
import { startTestHttp, TEST_PASSWORD, type TestBrowser, type TestHttp } from './test-http.js';

interface Answer {
  code: string;
  refreshToken: string;
  role: string;
}

describe('sessions over HTTP', () => {
  let test: TestDatabase;
  let http: TestHttp;
  let at = Date.now();

  const whoami = defineRoute({
    method: 'POST',
    path: '/api/whoami',
    summary: 'Who calls',
    tag: 'spec',
    access: { rule: 'user' },
    scopes: 'none',
    responses: { 200: Type.Object({ role: Type.String(), via: Type.String() }) },
    handler: ({ caller }) => json({ role: caller.role, via: caller.via }),
  });

  async function signedIn(username: string): Promise<TestBrowser> {
    if (!(await http.people.users.findByUsername(username))) await http.createUser(username);
    await http.people.rateLimiter.reset('sign-in', '127.0.0.1');
    const browser = http.browser();
    expect((await browser.post('/api/auth/local/login', { username, password: TEST_PASSWORD })).status).to.equal(200);
    return browser;
  }

  before(async () => {
    test = await createTestDatabase('sqlite');
    http = await startTestHttp({
      database: test.database,
      now: () => new Date(at),
      routes: (people) => [...authRoutes(people), whoami],
    });
    await http.createUser('root', 'admin');
  });
  beforeEach(() => (at += 1000));
  after(async () => {
    await http.stop();
    await test.dispose();
  });

  it('refuse a write with only the cookie, or with another session’s CSRF token', async () => {
    const browser = await signedIn('cleo');
    const other = await signedIn('cleo');
    expect((await browser.post('/api/whoami')).status).to.equal(200);

    browser.sendsCsrf = false;
    const without = await browser.post<Answer>('/api/whoami');
    const foreign = await browser.fetch('/api/whoami', {
      method: 'POST',
      headers: { 'x-csrf-token': other.cookies.get('lectern_csrf') ?? '' },
    });

    expect([without.status, without.body.code]).to.deep.equal([403, 'csrf_failed']);
    expect(foreign.status).to.equal(403);
    expect((await browser.get('/api/auth/me')).status).to.equal(200);
  });

  it('need no CSRF token with a bearer token', async () => {
    expect((await (await http.as('cleo')).post('/api/whoami')).body).to.deep.equal({ role: 'user', via: 'bearer' });
  });

  it('take the role from the store, not from the token', async () => {
    const user = await http.createUser('promoted');
    const client = await http.as(user);
    await test.database.transaction((tx) => tx.run("UPDATE users SET role = 'admin' WHERE id = ?", [user.id]));

    expect((await client.post<Answer>('/api/whoami')).body.role).to.equal('admin');
  });

  it('end at once when the role changes or the account is deleted', async () => {
    const actor = { name: 'spec' };
    for (const change of [
      (id: string) => http.people.users.update(id, { role: 'user' }, actor),
      (id: string) => http.people.users.update(id, { password: 'set by an admin' }, actor),
      (id: string) => http.people.users.remove(id, actor),
    ]) {
      const user = await http.createUser(`demoted-${at}`, 'admin');
      const client = await http.as(user);
      at += 1;
      await change(user.id);
      expect((await client.post('/api/whoami')).status).to.equal(401);
    }
  });

  it('cost one statement per request', async () => {
    const client = await http.as('cleo');
    await client.post('/api/whoami');
    let statements = 0;
    const stop = test.database.onStatement(() => (statements += 1));
    await client.post('/api/whoami');
    stop();

    expect(statements).to.equal(1);
  });

  it('are renewed by the cookie, and by the body', async () => {
    const browser = await signedIn('dora');
    const first = browser.cookies.get('lectern_refresh') ?? '';
    at += 16 * 60_000;
    expect((await browser.get('/api/auth/me')).status).to.equal(401);

    const renewed = await browser.post<Answer>('/api/auth/refresh');

    expect(renewed.status).to.equal(200);
    expect(browser.cookies.get('lectern_refresh')).to.equal(renewed.body.refreshToken).and.not.equal(first);
    expect((await browser.post('/api/whoami')).status).to.equal(200);
    const nobody = await http.as('nobody');
    expect((await nobody.post('/api/auth/refresh', { refreshToken: renewed.body.refreshToken })).status).to.equal(200);
    const without = await nobody.post<Answer>('/api/auth/refresh');
    expect([without.status, without.body.code]).to.deep.equal([401, 'session_expired']);
  });

  it('lose their access tokens, too, when a used refresh token comes back', async () => {
    const browser = await signedIn('eve');
    const stolen = browser.cookies.get('lectern_refresh') ?? '';
    await browser.post('/api/auth/refresh');
    at += 11_000;

    expect((await (await http.as('nobody')).post('/api/auth/refresh', { refreshToken: stolen })).status).to.equal(401);

    expect((await browser.get('/api/auth/me')).status).to.equal(401);
  });

  it('end at sign-out, even for a copy of the cookies', async () => {
    const browser = await signedIn('finn');
    const copy = http.browser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);

    expect((await browser.post('/api/auth/logout')).status).to.equal(204);

    expect(browser.cookies.size).to.equal(0);
    expect((await copy.get('/api/auth/me')).status).to.equal(401);
    expect((await copy.post('/api/auth/refresh')).status).to.equal(401);
  });

  it('can be ended when the access token has already expired', async () => {
    const browser = await signedIn('gina');
    const refreshToken = browser.cookies.get('lectern_refresh') ?? '';
    at += 16 * 60_000;

    expect((await browser.post('/api/auth/logout')).status).to.equal(204);

    expect((await (await http.as('nobody')).post('/api/auth/refresh', { refreshToken })).status).to.equal(401);
  });

  it('are not ended by a page of another site, which sends the cookies but not the proof', async () => {
    const browser = await signedIn('hugo');
    const refreshToken = browser.cookies.get('lectern_refresh') ?? '';
    const form = { 'content-type': 'application/x-www-form-urlencoded', cookie: `lectern_refresh=${refreshToken}` };
    const bodies: readonly RequestInit[] = [{ headers: form }, { headers: { ...form, 'content-type': 'application/json' }, body: '{}' }];

    for (const init of bodies) {
      const answer = await (await http.as('nobody')).fetch('/api/auth/logout', { method: 'POST', ...init });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).to.deep.equal([403, 'csrf_failed']);
      expect(answer.headers.getSetCookie()).to.deep.equal([]);
    }

    expect((await browser.post('/api/auth/refresh')).status).to.equal(200);
  });

  it('keep their cookies when a form of another site is submitted, which browsers send without any', async () => {
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };

    const answer = await (await http.as('nobody')).fetch('/api/auth/logout', form);

    expect([answer.status, answer.headers.getSetCookie()]).to.deep.equal([204, []]);
  });

  it('also end if they were opened in the same millisecond in which all of them are ended', async () => {
    const browser = await signedIn('ida');
    const user = await http.people.users.findByUsername('ida');

    await http.people.users.endSessions(user?.id ?? '', { name: 'spec' });

    expect((await browser.get('/api/auth/me')).status).to.equal(401);
    expect((await browser.post('/api/auth/refresh', {})).status).to.equal(401);
  });

  it('end when the account is disabled, and none is opened until it is enabled again', async () => {
    const browser = await signedIn('jo');
    const { id = '' } = (await http.people.users.findByUsername('jo')) ?? {};
    const signIn = () => browser.post('/api/auth/local/login', { username: 'jo', password: TEST_PASSWORD });

    await http.people.users.update(id, { state: 'disabled' }, { name: 'spec' });
    at += 1;
    const shut = [
      (await browser.get('/api/auth/me')).status,
      (await browser.post('/api/auth/refresh', {})).status,
      (await signIn()).status,
    ];
    await http.people.users.update(id, { state: 'active' }, { name: 'spec' });

    expect(shut).to.deep.equal([401, 401, 403]);
    expect((await signIn()).status).to.equal(200);
  });

  it('that are over do not keep anybody from signing in', async () => {
    const browser = await signedIn('hugo');
    const user = await http.people.users.findByUsername('hugo');
    await http.people.users.endSessions(user?.id ?? '', { name: 'spec' });
    at += 1;

    const answer = await browser.post('/api/auth/local/login', { username: 'hugo', password: TEST_PASSWORD });

    expect(answer.status).to.equal(200);
    expect((await browser.get('/api/auth/me')).status).to.equal(200);
  });

  it('of others end when somebody changes their own password, and their own stays', async () => {
    const mine = await signedIn('ida');
    const other = await signedIn('ida');

    const wrong = await mine.post<Answer>('/api/auth/change-password', {
      currentPassword: 'wrong one',
      newPassword: 'a new long password',
    });
    const changed = await mine.post('/api/auth/change-password', { currentPassword: TEST_PASSWORD, newPassword: 'a new long password' });

    expect([wrong.status, wrong.body.code]).to.deep.equal([422, 'current_password_wrong']);
    expect(changed.status).to.equal(204);
    expect((await mine.get('/api/auth/me')).status).to.equal(200);
    expect((await mine.post('/api/auth/refresh')).status).to.equal(200);
    expect((await other.get('/api/auth/me')).status).to.equal(401);
    expect((await other.post('/api/auth/refresh')).status).to.equal(401);
    const nobody = await http.as('nobody');
    expect((await nobody.post('/api/auth/local/login', { username: 'ida', password: TEST_PASSWORD })).status).to.equal(401);
    expect((await nobody.post('/api/auth/local/login', { username: 'ida', password: 'a new long password' })).status).to.equal(200);
  });
});
