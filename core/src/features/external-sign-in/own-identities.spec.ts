import type { ExternalAccount, MediaServer } from '@lectern/plugin-api';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { authRoutes } from '../auth/index.js';
import { createTestPeople, type TestPeople } from '../auth/test-people.js';
import { startTestHttp, TEST_PASSWORD, type TestBrowser, type TestHttp } from '../auth/test-http.js';
import { externalSignIn } from './feature.js';
import { createIdentityService, createOwnIdentities, externalSignInRoutes, linkRoutes } from './index.js';
import { RIGHT_PASSWORD, signInHost } from './sign-in-host.spec.support.js';

const SPEC = { name: 'spec' };
const ABS = 'abs';
const PLEX = 'plex';
const FINISH = { query: {} };

interface Answer {
  readonly code: string;
  readonly items: readonly {
    readonly id: string;
    readonly provider: { readonly id: string; readonly offered: boolean };
    readonly accountName: string;
  }[];
  readonly user: { readonly id: string; readonly username: string; readonly hasPassword: boolean };
}

for (const dialect of SERVICE_DIALECTS) {
  describe(`linked accounts on ${dialect}`, () => {
    let test: TestDatabase;
    let people: TestPeople;
    let http: TestHttp;
    let finished: ExternalAccount | undefined;
    let offered: Record<string, MediaServer['accounts']>;

    const byRedirect: MediaServer['accounts'] = {
      signIn: {
        kind: 'redirect',
        begin: async ({ returnUrl }) => ({ url: `https://app.plex.example/auth#${returnUrl}`, state: 'the-state' }),
        finish: async () => finished,
      },
    };
    const host = signInHost(() => ({ mediaServers: offered }));

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(() => test?.dispose());
    beforeEach(async () => {
      finished = { subject: 'plex-1', username: 'Plex Person', isAdmin: false };
      offered = { [ABS]: RIGHT_PASSWORD, [PLEX]: byRedirect };
      people = createTestPeople({ database: test.database });
      const deps = {
        ...people,
        host,
        identities: createIdentityService({ ...people, notifications: { userEvent: async () => undefined } }),
        ownIdentities: createOwnIdentities({ ...people, host }),
        secretBox: createSecretBox({ current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }),
      };
      http = await startTestHttp({
        database: test.database,
        people,
        owning: [externalSignIn],
        routes: [...authRoutes({ auth: people.auth }), ...externalSignInRoutes(deps), ...linkRoutes(deps)],
      });
      await people.settings.update({ signIn: { newAccounts: 'open' }, server: { publicUrl: 'https://books.example' } }, SPEC);
    });
    afterEach(async () => {
      await http.stop();
      await test.database.transaction(async (tx) => {
        for (const table of ['audit_log', 'user_identities', 'refresh_sessions', 'users', 'settings']) await tx.run(`DELETE FROM ${table}`);
      });
    });

    async function signedIn(username: string): Promise<TestBrowser> {
      if (!(await people.users.findByUsername(username))) await http.createUser(username);
      const browser = http.browser();
      await browser.post('/api/auth/local/login', { username, password: TEST_PASSWORD });
      return browser;
    }
    const link = (browser: TestBrowser, username = 'remote', input: object = { currentPassword: TEST_PASSWORD }) =>
      browser.post<Answer>(`/api/user/identities/${ABS}/login`, { username, password: 'right', ...input });
    const comeIn = (browser = http.browser(), username = 'remote') =>
      browser.post<Answer>(`/api/auth/external/${ABS}/login`, { username, password: 'right' });
    const begin = (browser: TestBrowser, input: object = { currentPassword: TEST_PASSWORD }) =>
      browser.post<Answer & { url: string }>(`/api/user/identities/${PLEX}/begin`, input);
    const finish = (browser: TestBrowser) => browser.post<Answer>(`/api/user/identities/${PLEX}/finish`, FINISH);
    const listed = async (browser: TestBrowser) => (await browser.get<Answer>('/api/user/identities')).body.items;
    const actions = async () => (await people.audit.list({ page: 1, limit: 50 })).items.map(({ action }) => action);
    /** Copies the flow's cookie, as a thief or an attacker might. */
    const plant = (from: TestBrowser, into: TestBrowser) => into.cookies.set('lectern_flow', from.cookies.get('lectern_flow') ?? '');

    it('are an additional way of signing in, and end nobody’s session', async () => {
      const mine = await signedIn('ada');
      const elsewhere = await signedIn('ada');

      const linked = await link(mine);
      const again = await link(mine);
      const came = await comeIn();

      expect([linked.status, again.status, came.status]).to.deep.equal([204, 204, 200]);
      expect(came.body.user.username).to.equal('ada');
      expect((await listed(mine)).map(({ provider, accountName }) => [provider.id, provider.offered, accountName])).to.deep.equal([
        [ABS, true, 'remote'],
      ]);
      expect((await elsewhere.get('/api/auth/me')).status).to.equal(200);
      expect((await actions()).filter((action) => action.startsWith('identity.'))).to.deep.equal(['identity.linked']);
    });

    it('stay with the person they are already linked to', async () => {
      const owner = (await comeIn()).body.user.id;
      const thief = await signedIn('eve');

      const refused = await link(thief);

      expect([refused.status, refused.body.code]).to.deep.equal([409, 'identity_taken']);
      expect((await comeIn()).body.user.id).to.equal(owner);
      expect(await listed(thief)).to.deep.equal([]);
      expect(await actions()).to.include('identity.refused');
    });

    it('go to one of two people who link the same account at once', async () => {
      const [ada, eve] = [await signedIn('ada'), await signedIn('eve')];

      const answers = await Promise.all([link(ada), link(eve)]);

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 409]);
      expect([...(await listed(ada)), ...(await listed(eve))]).to.have.length(1);
    });

    it('can be linked again if their user was deleted', async () => {
      const { id } = (await comeIn()).body.user;
      await people.users.remove(id, SPEC);

      expect((await link(await signedIn('ada'))).status).to.equal(204);
      expect((await comeIn()).body.user.username).to.equal('ada');
    });

    it('require the password of this server if there is one', async () => {
      const mine = await signedIn('ada');

      const answers = [await link(mine, 'remote', {}), await link(mine, 'remote', { currentPassword: 'wrong one' }), await begin(mine, {})];

      expect(answers.map(({ status, body }) => [status, body.code])).to.deep.equal(
        Array.from({ length: 3 }, () => [422, 'current_password_wrong']),
      );
      expect(await listed(mine)).to.deep.equal([]);
      expect(mine.cookies.has('lectern_flow')).to.equal(false);
    });

    it('are linked by redirect in the browser and the session that began, once', async () => {
      const mine = await signedIn('ada');
      const sameUser = await signedIn('ada');
      const stranger = await signedIn('eve');
      const nobody = http.browser();

      const { url } = (await begin(mine)).body;
      const without = (await finish(await signedIn('ada'))).body.code;
      plant(mine, sameUser);
      plant(mine, stranger);
      plant(mine, nobody);
      const planted = [await finish(sameUser), await finish(stranger)].map(({ body }) => body.code);
      const signIn = (await nobody.post<Answer>(`/api/auth/external/${PLEX}/finish`, FINISH)).body.code;
      const anonymous = (await finish(nobody)).status;
      const byMe = await finish(mine);
      const again = (await finish(mine)).body.code;

      expect(url).to.include('https://books.example/sign-in/return');
      expect([without, ...planted, signIn, again]).to.deep.equal(Array.from({ length: 5 }, () => 'sign_in_not_begun'));
      expect([anonymous, byMe.status]).to.deep.equal([401, 200]);
      expect((await listed(mine)).map(({ accountName }) => accountName)).to.deep.equal(['Plex Person']);
      expect(await listed(stranger)).to.deep.equal([]);
    });

    it('cannot be taken from a sign-in that somebody else began', async () => {
      const attacker = http.browser();
      await attacker.post(`/api/auth/external/${PLEX}/begin`);
      const victim = await signedIn('ada');
      plant(attacker, victim);

      expect((await finish(victim)).body.code).to.equal('sign_in_not_begun');
      expect(await listed(victim)).to.deep.equal([]);
    });

    it('wait, by redirect, until the sign-in is finished there', async () => {
      const mine = await signedIn('ada');
      finished = undefined;
      await begin(mine);

      expect((await finish(mine)).status).to.equal(202);
    });

    it('are only for configured services', async () => {
      const mine = await signedIn('ada');
      offered = {};

      expect([(await link(mine)).status, (await begin(mine)).status, (await finish(mine)).status]).to.deep.equal([404, 404, 404]);
    });

    it('admit nobody once unlinked, and other sessions end', async () => {
      const mine = await signedIn('ada');
      await link(mine);
      const cameIn = http.browser();
      await comeIn(cameIn);
      const [identity] = await listed(mine);

      const gone = await mine.delete(`/api/user/identities/${identity?.id}`);

      expect(gone.status).to.equal(204);
      expect([(await mine.get('/api/auth/me')).status, (await cameIn.get('/api/auth/me')).status]).to.deep.equal([200, 401]);
      expect((await comeIn()).body.user.username).to.equal('remote');
      expect(await actions()).to.include('identity.unlinked');
    });

    it('cannot be unlinked by others, not even by an admin', async () => {
      const mine = await signedIn('ada');
      await link(mine);
      const [identity] = await listed(mine);

      const answers = [await http.as('eve'), await http.as('admin')].map((client) => client.delete(`/api/user/identities/${identity?.id}`));

      expect((await Promise.all(answers)).map(({ status }) => status)).to.deep.equal([404, 404]);
      expect(await listed(mine)).to.have.length(1);
    });

    it('stay if they are the only way of signing in, until there is a password', async () => {
      const mine = http.browser();
      const { hasPassword } = (await comeIn(mine)).body.user;
      const [identity] = await listed(mine);
      const remove = () => mine.delete<Answer>(`/api/user/identities/${identity?.id}`);

      const refused = await remove();
      const set = await mine.post('/api/auth/change-password', { newPassword: TEST_PASSWORD });
      const removed = await remove();
      const RIGHT_PASSWORD = await http.browser().post('/api/auth/local/login', { username: 'remote', password: TEST_PASSWORD });

      expect(hasPassword).to.equal(false);
      expect([refused.status, refused.body.code]).to.deep.equal([409, 'last_sign_in']);
      expect([set.status, removed.status, RIGHT_PASSWORD.status]).to.deep.equal([204, 204, 200]);
      expect((await mine.get<Answer>('/api/auth/me')).body.user.hasPassword).to.equal(true);
      expect((await mine.post<Answer>('/api/auth/change-password', { newPassword: 'without the old one' })).body.code).to.equal(
        'current_password_wrong',
      );
    });

    it('are not all removed if two are unlinked at once', async () => {
      const mine = http.browser();
      await comeIn(mine);
      await begin(mine, {});
      await finish(mine);
      const own = await listed(mine);

      const answers = await Promise.all(own.map(({ id }) => mine.delete(`/api/user/identities/${id}`)));

      expect(own).to.have.length(2);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 409]);
      expect(await listed(mine)).to.have.length(1);
    });

    it('do not count as a way of signing in if their service currently admits nobody', async () => {
      const mine = http.browser();
      await comeIn(mine);
      await begin(mine, {});
      await finish(mine);
      offered = { [ABS]: RIGHT_PASSWORD };
      const own = await listed(mine);
      const remove = async (providerId: string) =>
        (await mine.delete(`/api/user/identities/${own.find(({ provider }) => provider.id === providerId)?.id}`)).status;

      expect(own.map(({ provider }) => provider)).to.deep.include({ id: PLEX, name: null, offered: false });
      expect([await remove(ABS), await remove(PLEX)]).to.deep.equal([409, 204]);
    });
  });
}
