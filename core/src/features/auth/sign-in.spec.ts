import { expect } from 'chai';
import sinon from 'sinon';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { createRateLimiter, RATE_LIMITS } from '../../platform/http/rate-limiter.js';
import { createPasswordHasher } from '../users/index.js';
import { authRoutes } from './index.js';
import { startTestHttp, TEST_PASSWORD, type TestHttp, type TestHttpOptions } from './test-http.js';

interface Answer {
  code: string;
  detail: string;
  accessToken: string;
  user: { username: string; permissions: object };
}

const LOGIN = '/api/auth/local/login';

describe('sign-in', () => {
  let test: TestDatabase;
  let http: TestHttp;
  const hasher = createPasswordHasher({ cost: 4 });
  const many = { points: 1000, seconds: 60 };

  async function start(options: Partial<TestHttpOptions> = {}): Promise<TestHttp> {
    return startTestHttp({ database: test.database, hasher, routes: (people) => authRoutes(people), ...options });
  }

  before(async () => {
    test = await createTestDatabase('sqlite');
    http = await start({ rateLimiter: createRateLimiter({ limits: { ...RATE_LIMITS, 'sign-in': many } }) });
    await http.createUser('ada', 'admin');
    await http.createUser('bea');
  });
  after(async () => {
    await http.stop();
    await test.dispose();
  });
  afterEach(() => sinon.restore());

  it('accepts a username in any case, and returns tokens and cookies', async () => {
    const browser = http.browser();

    const answer = await browser.post<Answer>(LOGIN, { username: ' BEA ', password: TEST_PASSWORD });

    expect(answer.status).to.equal(200);
    expect(answer.body.user).to.deep.include({
      username: 'bea',
      permissions: { autoApprove: false, interactiveSearch: false, downloadAccess: false },
    });
    const lines = answer.headers.getSetCookie();
    expect(lines.find((line) => line.startsWith('lectern_access='))).to.match(/Path=\/;.*SameSite=Lax; HttpOnly/);
    expect(lines.find((line) => line.startsWith('lectern_refresh='))).to.match(/Path=\/api\/auth;.*HttpOnly/);
    expect(lines.find((line) => line.startsWith('lectern_csrf='))).to.not.match(/HttpOnly/);
    expect((await browser.get('/api/auth/me')).status).to.equal(200);
  });

  it('is recorded when refused, without the text entered for an unknown name', async () => {
    const nobody = await http.as('nobody');
    await nobody.post(LOGIN, { username: 'bea', password: 'planted-wrong' });
    await nobody.post(LOGIN, { username: 'planted-name', password: 'planted-wrong' });
    await nobody.post('/api/auth/admin/login', { username: 'bea', password: TEST_PASSWORD });

    const { items } = await http.people.audit.list({ page: 1, limit: 3, action: 'session.refused' });

    expect(items.map(({ actorName, detail }) => [actorName, detail])).to.deep.equal([
      ['bea', { reason: 'not_an_admin' }],
      ['nobody known', { reason: 'credentials' }],
      ['bea', { reason: 'credentials' }],
    ]);
    expect(items[0]?.address).to.equal('127.0.0.1');
    expect(JSON.stringify(items)).not.to.include('planted');
  });

  it('gives the same answer to a wrong password and an unknown user, with the same work', async () => {
    const nobody = await http.as('nobody');
    const verify = sinon.spy(hasher, 'verify');

    const wrong = await nobody.post<Answer>(LOGIN, { username: 'bea', password: 'wrong password' });
    const unknown = await nobody.post<Answer>(LOGIN, { username: 'nobody-here', password: 'wrong password' });

    expect(wrong.status).to.equal(401);
    expect({ ...wrong.body, requestId: '' }).to.deep.equal({ ...unknown.body, requestId: '' });
    expect(verify.callCount).to.equal(2);
  });

  it('refuses pending, rejected and deleted accounts by every way of signing in', async () => {
    const user = await http.createUser('state', 'admin');
    const nobody = await http.as('nobody');
    const client = await http.as(user);
    for (const path of [LOGIN, '/api/auth/admin/login']) {
      for (const state of ['pending', 'rejected', 'disabled']) {
        await test.database.transaction((tx) => tx.run('UPDATE users SET state = ? WHERE id = ?', [state, user.id]));
        const answer = await nobody.post<Answer>(path, { username: 'state', password: TEST_PASSWORD });
        expect([answer.status, answer.body.code], `${path} ${state}`).to.deep.equal([403, 'account_inactive']);
        expect((await client.get('/api/auth/me')).status).to.equal(401);
      }
      await test.database.transaction((tx) => tx.run("UPDATE users SET state = 'active', deleted_at = '2026' WHERE id = ?", [user.id]));
      expect((await nobody.post<Answer>(path, { username: 'state', password: TEST_PASSWORD })).body.code).to.equal('invalid_credentials');
      await test.database.transaction((tx) => tx.run('UPDATE users SET deleted_at = NULL WHERE id = ?', [user.id]));
    }
  });

  it('admits only admins through the admin route', async () => {
    const nobody = await http.as('nobody');

    expect((await nobody.post('/api/auth/admin/login', { username: 'ada', password: TEST_PASSWORD })).status).to.equal(200);
    const user = await nobody.post<Answer>('/api/auth/admin/login', { username: 'bea', password: TEST_PASSWORD });
    expect([user.status, user.body.code]).to.deep.equal([403, 'admin_required']);
  });

  it('limits attempts for an account, whatever case its name is written in', async () => {
    await http.createUser('target');
    const nobody = await http.as('nobody');
    for (let i = 0; i < RATE_LIMITS['sign-in-account'].points; i += 1) {
      const answer = await nobody.post(LOGIN, { username: i % 2 ? 'TARGET' : 'target', password: 'wrong password' });
      expect(answer.status).to.equal(401);
    }

    const refused = await nobody.post<Answer>(LOGIN, { username: 'Target ', password: TEST_PASSWORD });

    expect([refused.status, refused.body.code]).to.deep.equal([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 900);
    expect(refused.headers.get('ratelimit-remaining')).to.equal('0');
  });

  it('limits attempts from an address, even if it claims to be another', async () => {
    const limited = await start();
    const send = (i: number) =>
      fetch(`${limited.url}${LOGIN}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${i}` },
        body: JSON.stringify({ username: `guess-${i}`, password: 'wrong password' }),
      });
    for (let i = 0; i < RATE_LIMITS['sign-in'].points; i += 1) expect((await send(i)).status).to.equal(401);

    expect((await send(99)).status).to.equal(429);
    await limited.stop();
  });

  it('has no route for a way of signing in that is not configured', async () => {
    const nobody = await http.as('nobody');

    expect((await nobody.get('/api/auth/providers')).body).to.deep.equal({ local: true, registration: false, external: [] });
    for (const path of ['/api/auth/register', '/api/auth/oidc/start', '/api/auth/plex/login', '/api/auth/token/login']) {
      expect((await nobody.post(path, { username: 'x', password: TEST_PASSWORD })).status, path).to.equal(404);
    }
  });

  it('opens no session if the password was changed while it was verified', async () => {
    const user = await http.createUser('racer');
    sinon.stub(hasher, 'verify').callsFake(async () => {
      await http.people.users.update(user.id, { password: 'a brand new password' }, { name: 'spec' });
      return true;
    });

    const answer = await (await http.as('nobody')).post<Answer>(LOGIN, { username: 'racer', password: TEST_PASSWORD });

    expect([answer.status, answer.body.code]).to.deep.equal([401, 'invalid_credentials']);
  });
});
