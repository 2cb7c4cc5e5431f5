import { IntegrationError, type ExternalAccount, type MediaServer } from '@lectern/plugin-api';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { authRoutes } from '../auth/index.js';
import { createTestPeople, type TestPeople } from '../auth/test-people.js';
import { startTestHttp, TEST_PASSWORD, type TestHttp } from '../auth/test-http.js';
import { letAccountsWait } from '../users/test-waiting-accounts.js';
import { createIdentityService, externalSignInRoutes, signInProviders } from './index.js';
import { signInHost } from './sign-in-host.spec.support.js';

const SPEC = { name: 'spec' };
const ABS = 'abs';
const PLEX = 'plex';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`signing in with a media server on ${dialect}`, () => {
    let test: TestDatabase;
    let people: TestPeople;
    let http: TestHttp;
    let at: number;
    let told: string[];
    let accounts: Map<string, ExternalAccount>;
    let finished: ExternalAccount | undefined;
    let seen: object[];

    const servers: Record<string, MediaServer['accounts']> = {
      [ABS]: {
        signIn: {
          kind: 'password',
          async signIn(credentials) {
            seen.push(credentials);
            const account = accounts.get(credentials.username);
            if (account && credentials.password === 'right') return account;
            throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'wrong');
          },
        },
      },
      [PLEX]: {
        signIn: {
          kind: 'redirect',
          async begin({ returnUrl }) {
            return { url: `https://app.plex.example/auth#${returnUrl}`, state: 'the-state' };
          },
          async finish({ state }) {
            if (state !== 'the-state') throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'This sign-in is not known.');
            return finished;
          },
        },
      },
      plain: undefined,
    };

    const host = signInHost(() => ({ mediaServers: servers }));

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(() => test?.dispose());
    beforeEach(async () => {
      at = Date.now();
      told = [];
      seen = [];
      accounts = new Map([['ada', { subject: 'abs-1', username: 'Ada', isAdmin: true }]]);
      finished = undefined;
      const now = () => new Date(at);
      people = createTestPeople({ database: test.database, now });
      const notifications = {
        userEvent: async (_tx: unknown, event: string, user: { name: string }) => void told.push(`${event} ${user.name}`),
      };
      const deps = {
        ...people,
        host,
        identities: createIdentityService({ ...people, notifications }),
        secretBox: createSecretBox({ current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }),
      };
      http = await startTestHttp({
        database: test.database,
        people,
        routes: [...authRoutes({ auth: people.auth, externalProviders: () => signInProviders(deps) }), ...externalSignInRoutes(deps)],
      });
      await people.settings.update({ signIn: { newAccounts: 'open' }, server: { publicUrl: 'https://books.example' } }, SPEC);
    });
    afterEach(async () => {
      await http.stop();
      await test.database.transaction(async (tx) => {
        for (const table of ['user_identities', 'refresh_sessions', 'users', 'settings']) await tx.run(`DELETE FROM ${table}`);
      });
    });

    const login = (username = 'ada', password = 'right') =>
      http.browser().post<{ user: { id: string; username: string; role: string }; code: string }>(`/api/auth/external/${ABS}/login`, {
        username,
        password,
      });

    it('is offered if configured, and otherwise does not exist', async () => {
      const browser = http.browser();
      const offered = (await browser.get<{ external: { id: string }[] }>('/api/auth/providers')).body.external.map(({ id }) => id);
      const wrongKind = (await browser.post(`/api/auth/external/${PLEX}/login`, { username: 'ada', password: 'right' })).status;
      await people.settings.update({ server: { publicUrl: null } }, SPEC);
      const withoutAddress = (await browser.post(`/api/auth/external/${PLEX}/begin`)).status;
      const own = servers[ABS];
      servers[ABS] = undefined;
      const off = [(await login()).status, (await browser.get<{ external: object[] }>('/api/auth/providers')).body.external];
      servers[ABS] = own;

      expect(offered).to.deep.equal([ABS, PLEX]);
      expect([wrongKind, withoutAddress]).to.deep.equal([404, 404]);
      expect(off).to.deep.equal([404, []]);
      expect(seen).to.deep.equal([]);
    });

    it('creates an account the first time and finds it again, never as an admin', async () => {
      const first = await login();
      const second = await login();

      expect([first.status, second.status]).to.deep.equal([200, 200]);
      expect(first.body.user).to.include({ username: 'ada', role: 'user' });
      expect(second.body.user.id).to.equal(first.body.user.id);
      expect(seen[0]).to.include({ clientAddress: '127.0.0.1' });
    });

    it('treats equal names as different people, and never opens another person’s account', async () => {
      const local = await people.users.create({ username: 'ada', password: TEST_PASSWORD, role: 'admin' }, SPEC);

      const answer = await login();
      const byPassword = await http.browser().post('/api/auth/local/login', { username: answer.body.user.username, password: 'right' });

      expect(answer.body.user.id).not.to.equal(local.id);
      expect(answer.body.user).to.include({ username: 'ada-2', role: 'user' });
      expect(byPassword.status).to.equal(401);
    });

    it('creates one account if somebody arrives twice at once', async () => {
      const answers = await Promise.all([login(), login(), login()]);

      expect(new Set(answers.map(({ body }) => body.user.id)).size).to.equal(1);
      expect(await people.users.count()).to.equal(1);
    });

    it('creates no account beyond two hundred waiting ones, and admits people who have one', async () => {
      await login();
      accounts.set('eve', { subject: 'abs-2', username: 'Eve', isAdmin: false });
      await people.settings.update({ signIn: { newAccounts: 'approval' } }, SPEC);
      await letAccountsWait(test.database, 200);

      const [known, unknown] = [await login(), await login('eve')];

      expect([known.status, unknown.status, unknown.body.code]).to.deep.equal([200, 503, 'too_many_waiting']);
      expect(await people.users.count()).to.equal(201);
      expect(told).to.deep.equal([]);
    });

    it('waits for an admin if that is required, and notifies the admin once', async () => {
      await people.settings.update({ signIn: { newAccounts: 'approval' } }, SPEC);

      const waits = [await login(), await login()];
      const user = await people.users.findByUsername('ada');
      await people.users.update(user?.id ?? '', { state: 'active' }, SPEC);

      expect(waits.map(({ status, body }) => [status, body.code])).to.deep.equal([
        [403, 'account_inactive'],
        [403, 'account_inactive'],
      ]);
      expect(told).to.deep.equal(['user_pending Ada']);
      expect((await login()).status).to.equal(200);
    });

    it('creates no account if that is not allowed, and keeps disabled people out', async () => {
      await login();
      const user = await people.users.findByUsername('ada');
      await people.users.update(user?.id ?? '', { state: 'disabled' }, SPEC);
      const shut = await login();
      await people.settings.update({ signIn: { newAccounts: 'closed' } }, SPEC);
      accounts.set('eve', { subject: 'abs-2', username: 'Eve', isAdmin: false });

      const closed = await login('eve');

      expect([shut.status, closed.status, closed.body.code]).to.deep.equal([403, 403, 'registration_closed']);
      expect(await people.users.count()).to.equal(1);
    });

    it('gives a deleted person a new account, not the old one', async () => {
      const first = await login();
      await people.users.remove(first.body.user.id, SPEC);

      const again = await login();

      expect(again.status).to.equal(200);
      expect(again.body.user.id).not.to.equal(first.body.user.id);
    });

    it('is limited like any other sign-in', async () => {
      const statuses: number[] = [];
      for (let tries = 0; tries < 11; tries += 1) statuses.push((await login('ada', 'wrong')).status);

      expect(statuses.slice(0, 10)).to.deep.equal(Array.from({ length: 10 }, () => 401));
      expect(statuses[10]).to.equal(429);
    });

    it('does not lock out a household that signs in from one address', async () => {
      finished = { subject: 'plex-1', username: 'Plex Person', isAdmin: false };
      const byRedirect = async (): Promise<number> => {
        const browser = http.browser();
        const begun = (await browser.post(`/api/auth/external/${PLEX}/begin`)).status;
        return begun === 200 ? (await browser.post(`/api/auth/external/${PLEX}/finish`, { query: { state: 'the-state' } })).status : begun;
      };

      const statuses = new Set<number>();
      for (let n = 0; n < 12; n += 1) statuses.add((await login()).status).add(await byRedirect());

      expect([...statuses]).to.deep.equal([200]);
    });

    it('counts sign-ins elsewhere that were begun and not finished', async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 11; n += 1) {
        const browser = http.browser();
        statuses.push((await browser.post(`/api/auth/external/${PLEX}/begin`)).status);
        await browser.post(`/api/auth/external/${PLEX}/finish`, { query: {} });
      }

      expect([new Set(statuses.slice(0, 10)), statuses[10]]).to.deep.equal([new Set([200]), 429]);
    });

    it('by redirect returns to the public address and ends in the browser that began', async () => {
      const mine = http.browser();
      const other = http.browser();
      finished = { subject: 'plex-1', username: 'Plex Person', isAdmin: false };

      const { url } = (await mine.post<{ url: string }>(`/api/auth/external/${PLEX}/begin`)).body;
      const finish = { query: { state: 'the-state' } };
      const byOther = await other.post<{ code: string }>(`/api/auth/external/${PLEX}/finish`, finish);
      const byMe = await mine.post<{ user: { username: string } }>(`/api/auth/external/${PLEX}/finish`, finish);
      const again = await mine.post<{ code: string }>(`/api/auth/external/${PLEX}/finish`, finish);

      expect(url).to.include('https://books.example/sign-in/return/plex');
      expect([byOther.status, byOther.body.code]).to.deep.equal([400, 'sign_in_not_begun']);
      expect([byMe.status, byMe.body.user.username]).to.deep.equal([200, 'plex-person']);
      expect([again.status, again.body.code]).to.deep.equal([400, 'sign_in_not_begun']);
    });

    it('by redirect waits until it is finished, and expires after ten minutes', async () => {
      const browser = http.browser();
      await browser.post(`/api/auth/external/${PLEX}/begin`);
      const finish = () => browser.post(`/api/auth/external/${PLEX}/finish`, { query: {} });

      const waits = (await finish()).status;
      at += 10 * 60_000 + 1;
      finished = { subject: 'plex-1', username: 'Late', isAdmin: false };

      expect([waits, (await finish()).status]).to.deep.equal([202, 400]);
    });
  });
}
