import { type ExternalAccount, type SignInProvider } from '@lectern/plugin-api';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { authRoutes } from '../auth/index.js';
import { startTestHttp, TEST_PASSWORD, type TestHttp } from '../auth/test-http.js';
import { createTestPeople, type TestPeople } from '../auth/test-people.js';
import { createIdentityService, externalSignInRoutes, signInProviders } from './index.js';
import { signInHost } from './sign-in-host.spec.support.js';

const SPEC = { name: 'spec' };
const ONE = 'provider-one';
const TWO = 'provider-two';
const JANE: ExternalAccount = { subject: 's1', username: 'Jane', isAdmin: false };

interface Session {
  readonly user: { readonly id: string; readonly username: string; readonly role: string };
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly code: string;
}

for (const dialect of SERVICE_DIALECTS) {
  describe(`accounts of sign-in providers on ${dialect}`, () => {
    let test: TestDatabase;
    let people: TestPeople;
    let http: TestHttp;
    let account: ExternalAccount;

    const provider = (buttonText?: string): SignInProvider => ({
      signIn: { kind: 'password', signIn: async () => account },
      ...(buttonText === undefined ? {} : { buttonText }),
    });
    const offers: Record<string, SignInProvider> = { [ONE]: provider('Household account'), [TWO]: provider() };

    const host = signInHost(() => ({ signInProviders: offers }));

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(() => test?.dispose());
    beforeEach(async () => {
      account = JANE;
      people = createTestPeople({ database: test.database });
      const deps = {
        ...people,
        host,
        identities: createIdentityService({ ...people, notifications: { userEvent: async () => undefined } }),
        secretBox: createSecretBox({ current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }),
      };
      http = await startTestHttp({
        database: test.database,
        people,
        routes: [...authRoutes({ auth: people.auth, externalProviders: () => signInProviders(deps) }), ...externalSignInRoutes(deps)],
      });
      await people.settings.update({ signIn: { newAccounts: 'open' } }, SPEC);
      await people.users.create({ username: 'root', password: TEST_PASSWORD, role: 'admin' }, SPEC);
    });
    afterEach(async () => {
      await http.stop();
      await test.database.transaction(async (tx) => {
        for (const table of ['user_identities', 'refresh_sessions', 'audit_log', 'users', 'settings']) await tx.run(`DELETE FROM ${table}`);
      });
    });

    const comes = async (who: ExternalAccount = account, by = ONE) => {
      account = who;
      return http.browser().post<Session>(`/api/auth/external/${by}/login`, { username: 'jane', password: 'x' });
    };
    const meStatus = async (token: string) =>
      (await fetch(`${http.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    const audited = async (action: string) => (await people.audit.list({ page: 1, limit: 50, action })).items;

    it('are offered with their button text', async () => {
      const { external } = (await http.browser().get<{ external: object[] }>('/api/auth/providers')).body;

      expect(external).to.deep.equal([
        { id: ONE, name: 'PROVIDER-ONE', kind: 'password', buttonText: 'Household account' },
        { id: TWO, name: 'PROVIDER-TWO', kind: 'password' },
      ]);
    });

    it('become admins and members as the provider says, which ends their other sessions', async () => {
      const member = (await comes()).body;
      const admin = (await comes({ ...JANE, role: 'admin' })).body;
      const adminAgain = (await comes({ ...JANE, role: 'admin' })).body;
      const stillThere = await meStatus(admin.accessToken);
      const lowered = (await comes({ ...JANE, role: 'user' })).body;

      expect([member, admin, adminAgain, lowered].map(({ user }) => user.role)).to.deep.equal(['user', 'admin', 'admin', 'user']);
      expect(new Set([member, admin, lowered].map(({ user }) => user.id)).size).to.equal(1);
      expect(await meStatus(member.accessToken)).to.equal(401);
      expect(stillThere).to.equal(200);
      expect([
        await meStatus(admin.accessToken),
        await meStatus(adminAgain.accessToken),
        await meStatus(lowered.accessToken),
      ]).to.deep.equal([401, 401, 200]);
      const refreshed = await http.browser().post('/api/auth/refresh', { refreshToken: lowered.refreshToken });
      const old = await http.browser().post('/api/auth/refresh', { refreshToken: admin.refreshToken });
      expect([refreshed.status, old.status]).to.deep.equal([200, 401]);
      expect((await audited('user.updated')).map(({ actorName }) => actorName)).to.deep.equal(Array(2).fill(`sign-in with ${ONE}`));
    });

    it('keep their role if the provider has no say', async () => {
      await comes({ ...JANE, role: 'admin' });

      expect((await comes({ ...JANE, isAdmin: false })).body.user.role).to.equal('admin');
      expect((await comes({ subject: 's2', username: 'Boss', isAdmin: true })).body.user.role).to.equal('user');
    });

    it('are neither promoted nor demoted if they have a password here', async () => {
      const { user } = (await comes()).body;
      await people.users.update(user.id, { password: TEST_PASSWORD }, SPEC);
      const raised = (await comes({ ...JANE, role: 'admin' })).body.user.role;
      await people.users.update(user.id, { role: 'admin' }, SPEC);
      const lowered = (await comes({ ...JANE, role: 'user' })).body.user.role;

      expect([raised, lowered]).to.deep.equal(['user', 'admin']);
    });

    it('are never demoted if they are the last admin with a password', async () => {
      await comes({ ...JANE, role: 'admin' });
      const root = await people.users.findByUsername('root');
      for (const work of [
        () => people.users.remove(root?.id ?? '', SPEC),
        () => people.users.update(root?.id ?? '', { role: 'user' }, SPEC),
        () => people.users.update(root?.id ?? '', { state: 'disabled' }, SPEC),
      ]) {
        const code = await work().then(
          () => 'done',
          (error: { code: string }) => error.code,
        );
        expect(code).to.equal('last_admin');
      }
      expect((await http.browser().post('/api/auth/local/login', { username: 'root', password: TEST_PASSWORD })).status).to.equal(200);
    });

    it('do not promote or admit people who are waiting or disabled', async () => {
      await people.settings.update({ signIn: { newAccounts: 'approval' } }, SPEC);
      const waits = await comes({ ...JANE, role: 'admin' });
      const user = await people.users.findByUsername('jane');

      expect([waits.status, waits.body.code, user?.role]).to.deep.equal([403, 'account_inactive', 'user']);
    });

    describe('with the verified e-mail of an account here', () => {
      const VERIFIED: ExternalAccount = { ...JANE, email: 'Jane@Example.org', emailVerified: true };
      let local: string;

      beforeEach(async () => {
        await people.settings.update({ signIn: { linkByEmail: true } }, SPEC);
        const made = { username: 'jane', email: ' JANE@example.org', password: TEST_PASSWORD, role: 'user' } as const;
        local = (await people.users.create(made, SPEC)).id;
      });

      const gets = async (who: ExternalAccount, by = ONE) => (await comes(who, by)).body.user.id === local;

      it('get it if the settings allow that, once and for all, which is recorded in the history', async () => {
        expect(await gets(VERIFIED)).to.equal(true);
        const { email: _, emailVerified: __, ...later } = VERIFIED;
        expect(await gets(later)).to.equal(true);
        expect((await audited('identity.linked')).map(({ targetId, detail }) => [targetId, detail])).to.deep.equal([
          [local, { provider: `integration:${ONE}`, by: 'email' }],
        ]);
      });

      it('get it even if no new accounts are allowed', async () => {
        await people.settings.update({ signIn: { newAccounts: 'closed' } }, SPEC);

        expect((await comes({ ...VERIFIED, email: 'else@example.org' })).body.code).to.equal('registration_closed');
        expect(await gets(VERIFIED)).to.equal(true);
      });

      it('get a new one while that is off, as it is by default', async () => {
        await people.settings.update({ signIn: { linkByEmail: false } }, SPEC);

        expect(await gets(VERIFIED)).to.equal(false);
      });

      it('get a new one if the address is not verified, or only looks similar', async () => {
        expect(await gets({ ...VERIFIED, emailVerified: false })).to.equal(false);
        const { emailVerified: _, ...unsaid } = VERIFIED;
        expect(await gets({ ...unsaid, subject: 's2' })).to.equal(false);
        const kelvin = (
          await people.users.create({ username: 'mike', email: 'mike@example.org', password: TEST_PASSWORD, role: 'user' }, SPEC)
        ).id;
        const lookalike = await comes({ ...VERIFIED, subject: 's3', email: 'mi\u212ae@example.org' });
        expect(lookalike.body.user.id).not.to.equal(kelvin);
      });

      it('never get an account by its name', async () => {
        expect(await gets({ ...VERIFIED, username: 'jane', email: 'other@example.org' })).to.equal(false);
      });

      it('never get an admin’s account', async () => {
        await people.users.update(local, { role: 'admin' }, SPEC);

        expect(await gets({ ...VERIFIED, role: 'admin' })).to.equal(false);
      });

      it('never get an account that is already linked', async () => {
        await comes(VERIFIED, ONE);

        expect(await gets(VERIFIED, TWO)).to.equal(false);
        expect(await gets({ ...VERIFIED, subject: 'another-sub' }, ONE)).to.equal(false);
      });

      it('get none if two accounts have the address, or if the account is disabled', async () => {
        const twin = await people.users.create(
          { username: 'twin', email: 'jane@example.org', password: TEST_PASSWORD, role: 'user' },
          SPEC,
        );
        expect(await gets(VERIFIED)).to.equal(false);
        await people.users.remove(twin.id, SPEC);
        await people.users.update(local, { state: 'disabled' }, SPEC);
        expect(await gets({ ...VERIFIED, subject: 's2' })).to.equal(false);
      });

      it('get it only for one of two who arrive at once', async () => {
        const answers = await Promise.all([comes(VERIFIED, ONE), comes(VERIFIED, TWO)]);

        expect(answers.filter(({ body }) => body.user.id === local)).to.have.length(1);
      });
    });
  });
}
