import { randomBytes } from 'node:crypto';
import type { ExternalAccount, MediaServer } from '@lectern/plugin-api';
import { expect } from 'chai';
import Type from 'typebox';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { defineRoute, noContent } from '../../platform/http/route.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { authRoutes, createConfirmedSessions } from '../auth/index.js';
import { startTestHttp, TEST_PASSWORD, type TestBrowser, type TestHttp } from '../auth/test-http.js';
import { createTestPeople, type TestPeople } from '../auth/test-people.js';
import { createIdentityService, createOwnIdentities, externalSignInRoutes, linkRoutes } from '../external-sign-in/index.js';
import { RIGHT_PASSWORD, signInHost } from '../external-sign-in/sign-in-host.spec.support.js';
import { confirmationRoutes, createConfirmationService } from './index.js';

const ABS = 'abs';
const PLEX = 'plex';
const MINUTE = 60_000;

interface Answer {
  readonly code: string;
  readonly confirmedUntil: string | null;
  readonly password: boolean;
  readonly providers: readonly { readonly id: string; readonly kind: string }[];
}

const guarded = defineRoute({
  method: 'POST',
  path: '/api/guarded',
  summary: 'Decides who gets in',
  tag: 'spec',
  access: { rule: 'user' },
  scopes: 'none',
  confirmation: 'always',
  body: Type.Object({}),
  responses: { 204: null },
  handler: () => noContent(),
});

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`confirming one’s identity on ${dialect}`, () => {
    let test: TestDatabase;
    let people: TestPeople;
    let http: TestHttp;
    let at: number;
    let finished: ExternalAccount | undefined;
    let begun: { readonly anew?: boolean } | undefined;

    const offered: Record<string, MediaServer['accounts']> = {
      [ABS]: RIGHT_PASSWORD,
      [PLEX]: {
        signIn: {
          kind: 'redirect',
          async begin(request) {
            begun = request;
            return { url: 'https://app.plex.example/auth', state: 'the-state' };
          },
          finish: async () => finished,
        },
      },
    };
    const host = signInHost(() => ({ mediaServers: offered }));

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(() => test?.dispose());
    beforeEach(async () => {
      at = Date.now();
      finished = { subject: 'plex-1', username: 'Plex Person', isAdmin: false };
      begun = undefined;
      people = createTestPeople({ database: test.database, now: () => new Date(at) });
      const deps = {
        ...people,
        host,
        identities: createIdentityService({ ...people, notifications: { userEvent: async () => undefined } }),
        ownIdentities: createOwnIdentities({ ...people, host }),
        confirmation: createConfirmationService({ ...people, host }),
        secretBox: createSecretBox({ current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }),
      };
      http = await startTestHttp({
        database: test.database,
        people,
        routes: [
          ...authRoutes({ auth: people.auth }),
          ...externalSignInRoutes(deps),
          ...linkRoutes(deps),
          ...confirmationRoutes(deps),
          guarded,
        ],
      });
      const settings = { signIn: { newAccounts: 'open' }, server: { publicUrl: 'https://books.example' } } as const;
      await people.settings.update(settings, { name: 'spec' });
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
    /** A person without a password on this server. */
    async function external(username = 'remote'): Promise<TestBrowser> {
      const browser = http.browser();
      await browser.post(`/api/auth/external/${ABS}/login`, { username, password: 'right' });
      return browser;
    }
    async function pass(minutes: number, browser: TestBrowser): Promise<void> {
      at += minutes * MINUTE;
      expect((await browser.post('/api/auth/refresh', {})).status).to.equal(200);
    }
    const confirm = (browser: TestBrowser, password = TEST_PASSWORD) => browser.post<Answer>('/api/auth/confirm', { password });
    const ways = async (browser: TestBrowser) => (await browser.get<Answer>('/api/auth/confirm')).body;
    const begin = (browser: TestBrowser) => browser.post<Answer>(`/api/auth/confirm/${PLEX}/begin`, {});
    const finish = (browser: TestBrowser) => browser.post<Answer>(`/api/auth/confirm/${PLEX}/finish`, { query: {} });
    async function outcome(browser: TestBrowser): Promise<string | number> {
      const { status, body } = await browser.post<Answer>('/api/guarded', {});
      return status === 204 ? 204 : body.code;
    }
    const actions = async () => (await people.audit.list({ page: 1, limit: 50 })).items.map(({ action }) => action);

    it('is not required right after signing in, but a quarter of an hour later, however often the session is renewed', async () => {
      const browser = await signedIn('ada');
      const early = [await outcome(browser)];
      await pass(14, browser);
      early.push(await outcome(browser));
      await pass(2, browser);

      const late = await outcome(browser);

      expect(early).to.deep.equal([204, 204]);
      expect(late).to.equal('confirmation_required');
      expect(await ways(browser)).to.deep.equal({ confirmedUntil: null, password: true, providers: [] });
    });

    it('works with the password, for a quarter of an hour and only in this session', async () => {
      const [mine, elsewhere] = [await signedIn('ada'), await signedIn('ada')];
      await pass(20, mine);
      await pass(0, elsewhere);

      const wrong = await confirm(mine, 'not the password');
      const stillClosed = await outcome(mine);
      const right = await confirm(mine);

      expect([wrong.status, wrong.body.code, stillClosed]).to.deep.equal([422, 'current_password_wrong', 'confirmation_required']);
      expect([right.status, right.body.confirmedUntil]).to.deep.equal([200, new Date(at + 15 * MINUTE).toISOString()]);
      expect([await outcome(mine), await outcome(elsewhere)]).to.deep.equal([204, 'confirmation_required']);
      expect(await actions()).to.include('session.confirmed');
      await pass(16, mine);
      expect(await outcome(mine)).to.equal('confirmation_required');
    });

    it('is limited like a sign-in', async () => {
      const browser = await signedIn('ada');
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1) statuses.push((await confirm(browser, `guess ${n}`)).status);

      const right = await confirm(browser);

      expect(statuses.filter((status) => status === 422).length).to.be.at.most(10);
      expect([statuses.at(-1), right.status]).to.deep.equal([429, 429]);
    });

    it('cannot be extended by setting the clock back', async () => {
      const browser = await signedIn('ada');
      const signedInAt = at;
      await pass(40, browser);
      at = signedInAt + MINUTE;

      expect(await outcome(browser)).to.equal('confirmation_required');
      expect((await confirm(browser)).status).to.equal(200);
      expect(await outcome(browser)).to.equal(204);
      at -= MINUTE;
      expect(await outcome(browser)).to.equal('confirmation_required');
    });

    it('cannot be extended by setting the clock back while nobody calls', async () => {
      let elapsed = 0;
      const sessions = createConfirmedSessions({ database: test.database, now: () => new Date(at), elapsedMs: () => elapsed });
      const { id } = await http.createUser('ada');
      const { refreshToken } = await people.auth.openSession(id, { address: '127.0.0.1', userAgent: 'spec' });
      const family = (await people.sessions.familyOf(refreshToken)) ?? '';
      const fresh = await sessions.until(family);
      // two hours have passed, but the clock shows five minutes
      elapsed += 120 * MINUTE;
      at += 5 * MINUTE;

      const after = await sessions.until(family);

      expect([fresh === undefined, after]).to.deep.equal([false, undefined]);
    });

    it('works with name and password of the person’s external service', async () => {
      const browser = await external();
      const login = (username: string, password: string) => browser.post<Answer>(`/api/auth/confirm/${ABS}/login`, { username, password });
      await external('somebody-else');
      await pass(20, browser);

      const byPassword = await confirm(browser);
      const wrong = await login('remote', 'wrong');
      const other = await login('somebody-else', 'right');
      const unknown = await login('never-seen', 'right');
      const stillClosed = await outcome(browser);
      const right = await login('remote', 'right');

      expect([byPassword.status, byPassword.body.code]).to.deep.equal([409, 'no_password']);
      expect([wrong.status, wrong.body.code]).to.deep.equal([401, 'invalid_credentials']);
      for (const refused of [other, unknown]) expect([refused.status, refused.body.code]).to.deep.equal([403, 'identity_not_yours']);
      expect([stillClosed, right.status, await outcome(browser)]).to.deep.equal(['confirmation_required', 200, 204]);
      expect((await ways(browser)).providers.map(({ id, kind }) => [id, kind])).to.deep.equal([[ABS, 'password']]);
      expect(await actions()).to.include('session.confirmation_refused');
    });

    it('works by going to the service again, as the same person, in the same browser and session', async () => {
      const browser = await signedIn('ada');
      await browser.post(`/api/user/identities/${PLEX}/begin`, { currentPassword: TEST_PASSWORD });
      await browser.post(`/api/user/identities/${PLEX}/finish`, { query: {} });
      await pass(20, browser);

      finished = { subject: 'plex-2', username: 'Somebody Else', isAdmin: true };
      await begin(browser);
      const asOther = await finish(browser);
      finished = { subject: 'plex-1', username: 'Plex Person', isAdmin: false };
      const begunAgain = await begin(browser);
      const thief = await signedIn('eve');
      thief.cookies.set('lectern_flow', browser.cookies.get('lectern_flow') ?? '');
      const stolen = await finish(thief);
      const stillClosed = await outcome(browser);
      const right = await finish(browser);

      expect([asOther.status, asOther.body.code]).to.deep.equal([403, 'identity_not_yours']);
      expect([begunAgain.status, begun?.anew]).to.deep.equal([200, true]);
      expect([stolen.status, stolen.body.code]).to.deep.equal([400, 'sign_in_not_begun']);
      expect([stillClosed, right.status, await outcome(browser)]).to.deep.equal(['confirmation_required', 200, 204]);
    });

    it('accepts no flow for linking an account or for signing in', async () => {
      const browser = await signedIn('ada');
      await browser.post(`/api/user/identities/${PLEX}/begin`, { currentPassword: TEST_PASSWORD });
      const linking = await finish(browser);
      await browser.post(`/api/auth/external/${PLEX}/begin`, {});
      const signingIn = await finish(browser);

      for (const answer of [linking, signingIn]) expect([answer.status, answer.body.code]).to.deep.equal([400, 'sign_in_not_begun']);
    });

    it('is required from accounts without a password before they set one or link another account', async () => {
      const browser = await external();
      await pass(20, browser);
      const attempts = () =>
        Promise.all([
          browser.post<Answer>('/api/auth/change-password', { newPassword: 'another horse battery' }),
          browser.post<Answer>(`/api/user/identities/${PLEX}/begin`, {}),
        ]);

      const closed = await attempts();
      await browser.post(`/api/auth/confirm/${ABS}/login`, { username: 'remote', password: 'right' });
      const open = await attempts();

      for (const answer of closed) expect([answer.status, answer.body.code]).to.deep.equal([403, 'confirmation_required']);
      expect(open.map(({ status }) => status)).to.deep.equal([204, 200]);
    });
  });
}
