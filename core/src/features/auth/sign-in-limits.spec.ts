import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { RATE_LIMITS } from '../../platform/http/rate-limiter.js';
import { createPasswordHasher } from '../users/index.js';
import { authRoutes } from './index.js';
import { startTestHttp, TEST_PASSWORD, type TestHttp } from './test-http.js';

const LOGIN = '/api/auth/local/login';
const PER_ADDRESS = RATE_LIMITS['sign-in'].points;
const PER_ACCOUNT = RATE_LIMITS['sign-in-account'].points;

describe('sign-in limits', () => {
  let test: TestDatabase;
  let http: TestHttp;

  beforeEach(async () => {
    test = await createTestDatabase('sqlite');
    http = await startTestHttp({
      database: test.database,
      hasher: createPasswordHasher({ cost: 4 }),
      routes: (people) => authRoutes(people),
      trustedProxies: ['127.0.0.1'],
    });
    await http.createUser('ada');
  });
  afterEach(async () => {
    await http.stop();
    await test.dispose();
  });

  const signIn = (address: string, password: string, username = 'ada', path = LOGIN) =>
    fetch(`${http.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username, password }),
    });

  /** Guesses from one address after another until each is refused. */
  async function guessFromEverywhere(username = 'ada'): Promise<number> {
    let wrong = 0;
    for (let host = 1; host <= PER_ACCOUNT / PER_ADDRESS + 2; host += 1) {
      for (let n = 0; n <= PER_ADDRESS; n += 1)
        if ((await signIn(`198.51.100.${host}`, 'a wrong one', username)).status === 401) wrong += 1;
    }
    return wrong;
  }

  it('are reported with every answer', async () => {
    const first = await signIn('203.0.113.1', 'a wrong one');
    const second = await signIn('203.0.113.1', TEST_PASSWORD);

    expect(first.headers.get('ratelimit-limit')).to.equal(String(PER_ADDRESS));
    expect(first.headers.get('ratelimit-remaining')).to.equal(String(PER_ADDRESS - 1));
    expect(second.headers.get('ratelimit-remaining')).to.equal(String(PER_ADDRESS - 1));
    expect(Number(second.headers.get('ratelimit-reset'))).to.be.within(1, 900);
    expect(second.headers.get('retry-after')).to.equal(null);
  });

  it('do not lock somebody out because of another address’s failures', async () => {
    for (let n = 0; n < PER_ADDRESS; n += 1) expect((await signIn('198.51.100.1', 'a wrong one')).status).to.equal(401);
    const stranger = await signIn('198.51.100.1', TEST_PASSWORD);

    const owner = await signIn('203.0.113.1', TEST_PASSWORD);

    expect(stranger.status).to.equal(429);
    expect(Number(stranger.headers.get('retry-after'))).to.be.within(1, 900);
    expect(owner.status).to.equal(200);
  });

  it('bound guesses from many addresses, and admit addresses that have signed in before', async () => {
    expect((await signIn('203.0.113.1', TEST_PASSWORD)).status).to.equal(200);

    const wrong = await guessFromEverywhere();
    const strange = await signIn('198.51.100.200', TEST_PASSWORD);
    const known = await signIn('203.0.113.1', TEST_PASSWORD);

    expect(wrong).to.equal(PER_ACCOUNT);
    expect([strange.status, known.status]).to.deep.equal([429, 200]);
  });

  it('are the same for an unknown name', async () => {
    expect(await guessFromEverywhere('nobody-here')).to.equal(PER_ACCOUNT);
    expect((await signIn('198.51.100.200', 'a wrong one', 'nobody-here')).status).to.equal(429);
  });

  it('count the addresses of one IPv6 network as one', async () => {
    for (let n = 0; n < PER_ADDRESS; n += 1) expect((await signIn(`2001:db8:1:2::${n + 1}`, 'a wrong one')).status).to.equal(401);

    expect((await signIn('2001:db8:1:2::ffff', TEST_PASSWORD)).status).to.equal(429);
    expect((await signIn('2001:db8:1:3::1', TEST_PASSWORD)).status).to.equal(200);
  });

  it('do not lock out a household that signs in from one address, by either page', async () => {
    await http.createUser('root', 'admin');

    for (let n = 0; n < PER_ADDRESS + 2; n += 1) {
      expect((await signIn('203.0.113.1', TEST_PASSWORD)).status).to.equal(200);
      expect((await signIn('203.0.113.1', TEST_PASSWORD, 'root', '/api/auth/admin/login')).status).to.equal(200);
    }
  });

  it('count wrong passwords between correct ones', async () => {
    for (let n = 0; n < PER_ADDRESS; n += 1) {
      expect((await signIn('203.0.113.1', 'a wrong one')).status).to.equal(401);
      if (n < PER_ADDRESS - 1) expect((await signIn('203.0.113.1', TEST_PASSWORD)).status).to.equal(200);
    }

    expect((await signIn('203.0.113.1', TEST_PASSWORD)).status).to.equal(429);
  });

  it('do not count correct passwords', async () => {
    for (let n = 0; n < PER_ACCOUNT + 5; n += 1) {
      await test.database.transaction((tx) => tx.run('DELETE FROM refresh_sessions'));
      expect((await signIn(`198.51.100.${n}`, TEST_PASSWORD)).status).to.equal(200);
    }
  });

  it('affect whoever guesses passwords in an open session, and nobody else', async () => {
    const ada = await http.as('ada');
    const bea = await http.as('bea');
    const change = (client: typeof ada, currentPassword: string) =>
      client.post('/api/auth/change-password', { currentPassword, newPassword: 'another good password' });

    for (let n = 0; n < RATE_LIMITS['password-check'].points; n += 1) {
      expect((await change(ada, 'a wrong one')).status).to.equal(422);
    }

    expect((await change(ada, TEST_PASSWORD)).status).to.equal(429);
    expect((await change(bea, TEST_PASSWORD)).status).to.equal(204);
  });
});
