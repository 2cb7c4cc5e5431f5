import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { authRoutes } from '../auth/index.js';
import { createTestPeople, type TestPeople } from '../auth/test-people.js';
import { startTestHttp, TEST_PASSWORD, type TestHttp } from '../auth/test-http.js';
import { userRoutes } from '../users/index.js';
import { letAccountsWait } from '../users/test-waiting-accounts.js';
import { createRegistrationService, registrationRoutes } from './index.js';

const SPEC = { name: 'spec' };

interface Answer {
  readonly code: string;
  readonly detail: string;
  readonly pending?: boolean;
  readonly user?: { readonly id: string; readonly username: string; readonly displayName: string; readonly role: string };
  readonly errors?: readonly { readonly path: string }[];
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`registration on ${dialect}`, () => {
    let test: TestDatabase;
    let people: TestPeople;
    let http: TestHttp;
    let told: string[];

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(() => test?.dispose());
    beforeEach(async () => {
      told = [];
      people = createTestPeople({ database: test.database });
      const notifications = {
        userEvent: async (_tx: unknown, event: string, user: { name: string }) => void told.push(`${event} ${user.name}`),
      };
      http = await startTestHttp({
        database: test.database,
        people,
        routes: [
          ...authRoutes({
            auth: people.auth,
            registrationOpen: async () => (await people.settings.get()).signIn.registration !== 'closed',
          }),
          ...registrationRoutes({ registration: createRegistrationService({ ...people, notifications }) }),
          ...userRoutes({ users: people.users }),
        ],
      });
    });
    afterEach(async () => {
      await http.stop();
      await test.database.transaction(async (tx) => {
        for (const table of ['audit_log', 'refresh_sessions', 'users', 'settings']) await tx.run(`DELETE FROM ${table}`);
      });
    });

    const allow = (registration: 'closed' | 'approval' | 'open') => people.settings.update({ signIn: { registration } }, SPEC);
    const register = (input: object = {}, browser = http.browser()) =>
      browser.post<Answer>('/api/auth/register', { username: 'Ada', password: TEST_PASSWORD, ...input });
    const signIn = (username = 'ada') => http.browser().post<Answer>('/api/auth/local/login', { username, password: TEST_PASSWORD });
    const isOffered = async () => (await http.browser().get<{ registration: boolean }>('/api/auth/providers')).body.registration;

    it('does not exist until it is switched on', async () => {
      const off = [await isOffered(), (await register()).status, await people.users.count()];
      await allow('open');

      expect(off).to.deep.equal([false, 404, 0]);
      expect(await isOffered()).to.equal(true);
    });

    it('creates an account and signs it in while it is open', async () => {
      await allow('open');
      const browser = http.browser();

      const answer = await register({ displayName: 'Ada L.' }, browser);

      expect(answer.status).to.equal(201);
      expect(answer.body.user).to.include({ username: 'ada', displayName: 'Ada L.', role: 'user' });
      expect((await browser.get('/api/auth/me')).status).to.equal(200);
      expect((await signIn('ADA ')).status).to.equal(200);
      expect(told).to.deep.equal([]);
      const { items } = await people.audit.list({ page: 1, limit: 20 });
      expect(items.find(({ action }) => action === 'user.created')).to.include({ actorName: 'ada', address: '127.0.0.1' });
    });

    it('waits for an admin if one decides, notifies the admin, and sign-in says so until then', async () => {
      await allow('approval');
      const browser = http.browser();

      const answer = await register({}, browser);
      const waits = await signIn();
      const session = (await browser.get('/api/auth/me')).status;
      const admin = await http.as('admin');
      const listed = await admin.get<{ items: { id: string; username: string }[]; total: number }>('/api/admin/users?state=pending');
      await admin.patch(`/api/admin/users/${listed.body.items[0]?.id ?? ''}`, { state: 'active' });

      expect([answer.status, answer.body]).to.deep.equal([202, { pending: true }]);
      expect([waits.status, waits.body.code, waits.body.detail]).to.deep.equal([
        403,
        'account_inactive',
        'This account is waiting for an admin of this server to approve it.',
      ]);
      expect(session).to.equal(401);
      expect(told).to.deep.equal(['user_pending Ada']);
      expect([listed.body.total, listed.body.items[0]?.username]).to.deep.equal([1, 'ada']);
      expect((await signIn()).status).to.equal(200);
    });

    it('keeps rejected people out, and their names taken', async () => {
      await allow('approval');
      await register();
      const { id = '' } = (await people.users.findByUsername('ada')) ?? {};
      await people.users.update(id, { state: 'rejected' }, SPEC);

      const again = await register();
      const rejected = await signIn();

      expect([rejected.status, rejected.body.code]).to.deep.equal([403, 'account_inactive']);
      expect([again.status, again.body.code]).to.deep.equal([409, 'username_taken']);
      expect((await people.users.get(id))?.state).to.equal('rejected');
    });

    it('never makes an admin, whatever is sent', async () => {
      await allow('open');

      const answer = await register({ role: 'admin' });
      await register();

      expect(answer.status).to.equal(400);
      expect((await people.users.findByUsername('ada'))?.role).to.equal('user');
      expect(await people.users.hasAdmin()).to.equal(false);
    });

    it('enforces the rules for names and passwords, and says what is wrong', async () => {
      await allow('open');
      await people.users.create({ username: 'ada', password: 'another horse', role: 'admin' }, SPEC);

      const taken = await register({ username: ' ADA' });
      const name = await register({ username: 'a b' });
      const short = await register({ username: 'eve', password: 'short' });

      expect([taken, name, short].map(({ status, body }) => [status, body.code, body.errors?.[0]?.path])).to.deep.equal([
        [409, 'username_taken', '/username'],
        [422, 'username_invalid', '/username'],
        [422, 'password_invalid', '/password'],
      ]);
      expect((await signIn()).status, 'the password of the account that was there').to.equal(401);
    });

    it('gives one name to one person when two ask at once', async () => {
      await allow('open');

      const answers = await Promise.all([register(), register(), register()]);

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
      expect(await people.users.count()).to.equal(1);
    });

    describe('while others wait', () => {
      const letWait = (count: number) => letAccountsWait(test.database, count);
      const waiting = async () => (await people.users.list({ page: 1, limit: 1, state: 'pending' })).total;

      it('is refused beyond two hundred of them, with advice, until an admin has decided about one', async () => {
        await allow('approval');
        await letWait(199);

        const last = await register();
        const beyond = await register({ username: 'eve' });
        const { id = '' } = (await people.users.findByUsername('ada')) ?? {};
        await people.users.update(id, { state: 'rejected' }, SPEC);
        const again = await register({ username: 'eve' });

        expect([last.status, beyond.status, beyond.body.code, again.status]).to.deep.equal([202, 503, 'too_many_waiting', 202]);
        expect(beyond.body.detail).to.include('Ask an admin').and.to.include('Admin → People');
        expect(beyond.headers.get('retry-after')).to.equal('3600');
        expect(told).to.deep.equal(['user_pending Ada', 'user_pending eve']);
        expect((await people.audit.list({ page: 1, limit: 20, action: 'user.created' })).total).to.equal(2);
      });

      it('lets no more in when several come at once', async () => {
        await allow('approval');
        await letWait(199);

        const answers = await Promise.all(['a1', 'a2', 'a3'].map((username) => register({ username })));

        expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, 503, 503]);
        expect(await waiting()).to.equal(200);
      });

      it('is not held up if nobody has to wait, and neither is an admin who creates an account', async () => {
        await allow('open');
        await letWait(200);

        expect((await register()).status).to.equal(201);
        expect((await people.users.create({ username: 'bea', password: TEST_PASSWORD, role: 'user' }, SPEC)).state).to.equal('active');
      });
    });

    it('is limited to five per hour and address', async () => {
      await allow('open');
      const statuses: number[] = [];
      for (let n = 1; n <= 6; n += 1) statuses.push((await register({ username: `ada${n}` })).status);

      expect(statuses).to.deep.equal([201, 201, 201, 201, 201, 429]);
      expect(await people.users.count()).to.equal(5);
    });
  });
}
