import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { authRoutes, ownSessionRoutes } from '../auth/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createLoginTokenService, loginTokenRoutes } from './index.js';

interface Made {
  readonly token: string;
  readonly path: string;
  readonly url: string | null;
  readonly expiresAt: string;
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`sign-in links on ${dialect}`, () => {
    let test: TestDatabase;
    let http: TestHttp;
    let admin: TestClient;
    let nobody: TestClient;
    let adaId: string;
    let at: number;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(() => test?.dispose());
    beforeEach(async () => {
      at = Date.now();
      http = await startTestHttp({
        database: test.database,
        now: () => new Date(at),
        routes: (people) => [
          ...authRoutes({ auth: people.auth }),
          ...ownSessionRoutes(people),
          ...loginTokenRoutes({ loginTokens: createLoginTokenService(people), settings: people.settings }),
        ],
      });
      admin = await http.as('admin');
      nobody = await http.as('nobody');
      adaId = (await http.createUser('ada')).id;
    });
    afterEach(async () => {
      await http.stop();
      await test.database.transaction(async (tx) => {
        for (const table of ['login_tokens', 'refresh_sessions', 'users']) await tx.run(`DELETE FROM ${table}`);
      });
    });

    const make = async (): Promise<Made> => (await admin.post<Made>(`/api/admin/users/${adaId}/login-token`)).body;
    const trade = (token: string) => nobody.post<{ user: { username: string } }>('/api/auth/token/login', { token });

    it('sign the user in, once', async () => {
      const { token, path, url } = await make();

      const first = await trade(token);
      const second = await trade(token);

      expect([path, url]).to.deep.equal([`/sign-in/link#${token}`, null]);
      expect([first.status, first.body.user.username]).to.deep.equal([200, 'ada']);
      expect(second.status).to.equal(401);
    });

    it('sign in only one of many who use the same link at once', async () => {
      const { token } = await make();

      const answers = await Promise.all(Array.from({ length: 6 }, () => trade(token)));

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401, 401, 401, 401, 401]);
    });

    it('sign in a whole household from one address', async () => {
      for (let n = 0; n < 12; n += 1) expect((await trade((await make()).token)).status).to.equal(200);
    });

    it('are limited by address when they are wrong', async () => {
      for (let n = 0; n < 10; n += 1) expect((await trade('a guess')).status).to.equal(401);

      expect((await trade((await make()).token)).status).to.equal(429);
    });

    it('are stored only as a hash', async () => {
      const { token } = await make();

      const kept = JSON.stringify([
        await test.database.read.all('SELECT * FROM login_tokens'),
        await test.database.read.all('SELECT * FROM audit_log'),
      ]);

      expect(kept).not.to.include(token);
    });

    it('expire after 72 hours, or when a newer one is created', async () => {
      const old = await make();
      const newer = await make();
      const byOld = (await trade(old.token)).status;
      at += 72 * 3_600_000;

      expect(byOld).to.equal(401);
      expect((await trade(newer.token)).status).to.equal(401);
    });

    it('are void once revoked, which ends all sessions, too', async () => {
      const first = await make();
      const session = (await trade(first.token)).body as unknown as { accessToken: string };
      const second = await make();
      at += 1;

      const revoked = await admin.delete(`/api/admin/users/${adaId}/login-token`);
      const me = await fetch(`${http.url}/api/auth/me`, { headers: { authorization: `Bearer ${session.accessToken}` } });

      expect([revoked.status, me.status, (await trade(second.token)).status]).to.deep.equal([204, 401, 401]);
    });

    it('are void when the sessions of their user end, even by a new password', async () => {
      const { users } = http.people;
      const spec = { name: 'spec' };
      const endings: Readonly<Record<string, () => Promise<unknown>>> = {
        'ended sessions': () => users.endSessions(adaId, spec),
        'a password of the admin': () => users.update(adaId, { password: 'another horse battery' }, spec),
        'an own password': async () => {
          const ada = await http.as('ada');
          const passwords = { currentPassword: 'another horse battery', newPassword: 'correct horse battery' };
          expect((await ada.post('/api/auth/change-password', passwords)).status).to.equal(204);
        },
        'being shut out and let in again': async () => {
          await users.update(adaId, { state: 'disabled' }, spec);
          await users.update(adaId, { state: 'active' }, spec);
        },
      };
      for (const [name, end] of Object.entries(endings)) {
        const { token } = await make();
        await end();

        expect((await trade(token)).status, name).to.equal(401);
        at += 10;
      }
      expect((await trade((await make()).token)).status, 'a new one').to.equal(200);
    });

    it('cannot be created or used for a disabled account', async () => {
      const { token } = await make();
      await http.people.users.update(adaId, { state: 'disabled' }, { name: 'spec' });

      const made = await admin.post(`/api/admin/users/${adaId}/login-token`);

      expect([made.status, (await trade(token)).status]).to.deep.equal([409, 401]);
    });

    it('allow at most ten guesses in a quarter of an hour', async () => {
      const statuses: number[] = [];
      for (let tries = 0; tries < 11; tries += 1) statuses.push((await trade(`guess-${tries}`)).status);

      expect(statuses).to.deep.equal([...Array.from({ length: 10 }, () => 401), 429]);
    });

    it('contain the public address if it is known', async () => {
      await http.people.settings.update({ server: { publicUrl: 'https://books.example' } }, { name: 'spec' });

      const { token, url } = await make();
      await http.people.settings.update({ server: { publicUrl: null } }, { name: 'spec' });

      expect(url).to.equal(`https://books.example/sign-in/link#${token}`);
    });
  });

  describe(`own sessions on ${dialect}`, () => {
    let test: TestDatabase;
    let http: TestHttp;
    let at = Date.now();

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
      http = await startTestHttp({
        database: test.database,
        now: () => new Date(at),
        routes: (people) => [...authRoutes({ auth: people.auth }), ...ownSessionRoutes(people)],
      });
    });
    after(async () => {
      await http?.stop();
      await test?.dispose();
    });

    const list = async (client: TestClient) =>
      (await client.get<{ items: { id: string; current: boolean }[] }>('/api/user/sessions')).body.items;

    it('are listed once per sign-in, with the current one marked, however often they were refreshed', async () => {
      const user = await http.createUser('lena');
      const first = await http.as(user);
      await http.as(user);
      const { refreshToken } = await http.people.auth.openSession(user.id, { address: '203.0.113.9', userAgent: 'App' });
      at += 60_000;
      await http.people.auth.refresh(refreshToken, { address: '203.0.113.10', userAgent: 'App' });

      const items = await list(first);

      expect(items).to.have.length(3);
      expect(items.filter(({ current }) => current)).to.have.length(1);
      expect(items[0]).to.include({ address: '203.0.113.10', userAgent: 'App', current: false });
    });

    it('can be ended one by one, or all others at once, but not by other people', async () => {
      const mia = await http.createUser('mia');
      const [here, there, third] = [await http.as(mia), await http.as(mia), await http.as(mia)];
      const eve = await http.as('eve');
      const target = (await list(there)).find(({ current }) => current)?.id ?? '';

      const byEve = (await eve.delete(`/api/user/sessions/${target}`)).status;
      const stillThere = (await there.get('/api/auth/me')).status;
      const byMe = (await here.delete(`/api/user/sessions/${target}`)).status;
      const gone = (await there.get('/api/auth/me')).status;
      await here.delete('/api/user/sessions');

      expect([byEve, stillThere, byMe, gone]).to.deep.equal([404, 200, 204, 401]);
      expect([(await third.get('/api/auth/me')).status, (await here.get('/api/auth/me')).status]).to.deep.equal([401, 200]);
      expect(await list(here)).to.have.length(1);
    });
  });
}
