import { expect } from 'chai';
import sinon from 'sinon';
import { BARE_PASSWORD, bearer, startBareServer, type BareServer } from '../../bare-server.spec.support.js';
import { json, fillPath, sample, send } from '../route-walk.spec.support.js';
import { call, cookiesOf, read, sendAs } from './support.spec.support.js';

const SPEC = { name: 'spec' };

describe('setup and signing in', () => {
  describe('on a fresh server:', () => {
    let fresh: BareServer;

    beforeEach(async () => {
      fresh = await startBareServer();
    });
    afterEach(async () => {
      sinon.restore();
      await fresh.stop();
    });

    it('the first visitor does not become admin', async () => {
      const account = { username: 'first', password: BARE_PASSWORD };
      const answers = [
        await call(fresh, undefined, 'POST', '/api/setup/admin', account),
        await call(fresh, undefined, 'POST', '/api/setup/admin', { ...account, token: '' }),
        await call(fresh, undefined, 'POST', '/api/setup/admin', { ...account, token: 'A'.repeat(32) }),
        await call(fresh, undefined, 'POST', '/api/auth/register', account),
        await call(fresh, undefined, 'POST', '/api/admin/users', { ...account, role: 'admin' }),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([400, 403, 403, 404, 401]);
      expect(await fresh.app.services.users.count()).to.equal(0);
    });

    it('there is no default account and no default secret', async () => {
      for (const [username, password] of [
        ['admin', 'admin'],
        ['admin', 'password'],
        ['root', ''],
        ['lectern', 'lectern'],
      ] as const) {
        await fresh.forgetAttempts();
        const answer = await call(fresh, undefined, 'POST', '/api/auth/local/login', { username, password });
        expect([400, 401], `${username}:${password}`).to.include(answer.status);
      }
      const other = await startBareServer();
      try {
        const [one, two] = [fresh, other].map(({ app }) => app.services.keys);
        expect(one?.jwtKey).to.have.length.of.at.least(32);
        expect(one?.jwtKey.equals(two?.jwtKey ?? Buffer.alloc(0))).to.equal(false);
      } finally {
        await other.stop();
      }
    });

    it('setup does not open again when the database errs', async () => {
      const token = (await fresh.app.setupToken()) ?? '';
      await fresh.createUser('root', 'admin');
      await fresh.app.services.settings.update({ setup: { completedAt: new Date().toISOString() } }, SPEC);
      sinon.stub(fresh.app.services.settings, 'get').rejects(new Error('database is locked'));
      sinon.stub(fresh.app.services.users, 'hasAdmin').rejects(new Error('database is locked'));

      const answer = await call(fresh, undefined, 'POST', '/api/setup/admin', { token, username: 'second', password: BARE_PASSWORD });
      sinon.restore();

      expect(answer.status).to.equal(500);
      expect(answer.text).to.not.contain('database is locked');
      expect(await fresh.app.services.users.findByUsername('second')).to.equal(undefined);
    });

    it('setup calls are refused after setup', async () => {
      const token = (await fresh.app.setupToken()) ?? '';
      const root = await fresh.createUser('root', 'admin');
      await fresh.app.services.settings.update({ setup: { completedAt: new Date().toISOString() } }, SPEC);
      const writes = fresh.app.routes.filter(({ path, method }) => path.startsWith('/api/setup/') && method !== 'GET');
      expect(writes.length).to.be.at.least(3);

      for (const { method, path, body } of writes) {
        const given = { ...(sample(body ?? {}) as object), ...(path.endsWith('/admin') ? { token } : {}) };
        const nobody = await call(fresh, undefined, method, path, given);
        expect([401, 403], `${path} as nobody`).to.include(nobody.status);
        const admin = await call(fresh, await fresh.session(root), method, path, given);
        expect([admin.status, admin.code], `${path} as an admin`).to.deep.equal([403, 'setup_complete']);
      }
      expect(await fresh.app.services.users.count()).to.equal(1);
    });
  });

  describe('on a server that is set up:', () => {
    let server: BareServer;
    let user: string;

    before(async () => {
      server = await startBareServer();
      await server.createUser('root', 'admin');
      user = await server.createUser('reader');
    });
    after(() => server.stop());
    beforeEach(() => server.forgetAttempts());

    const signIn = (username: string, password: string, headers: Record<string, string> = {}) =>
      send(`${server.url}/api/auth/local/login`, json('POST', { username, password }, headers));

    it('sign-in routes of methods that nobody configured do not work', async () => {
      const integration = await server.app.services.integrations.create(
        {
          pluginId: 'media-audiobookshelf',
          name: 'Books',
          enabled: true,
          settings: { baseUrl: 'http://127.0.0.1:9', apiKey: 'k'.repeat(20) },
        },
        SPEC,
      );
      const ways = server.app.routes.filter(({ path }) => path.startsWith('/api/auth/external/') && path.includes('{id}'));
      expect(ways.length).to.be.at.least(3);

      for (const { method, path, body } of ways) {
        for (const id of [integration.id, '00000000-0000-4000-8000-000000000000', 'local', 'plex', 'oidc']) {
          await server.forgetAttempts();
          const answer = await call(server, undefined, method, fillPath(path, id), sample(body ?? {}));
          expect([401, 404], `${method} ${path} of ${id}`).to.include(answer.status);
          expect(cookiesOf(answer), `${method} ${path} of ${id}`).to.deep.equal({});
        }
      }
      const register = await call(server, undefined, 'POST', '/api/auth/register', { username: 'new', password: BARE_PASSWORD });
      expect(register.status).to.equal(404);
      const offered = read<{ registration: boolean; external: object[] }>(await call(server, undefined, 'GET', '/api/auth/providers'));
      expect(offered).to.deep.include({ registration: false, external: [] });
      await server.app.services.integrations.remove(integration.id, SPEC);
    });

    it('no identity is taken from what the client sends', async () => {
      const session = await server.session(user);
      const claims: readonly Record<string, string>[] = [
        { 'x-user-id': user, 'x-forwarded-user': 'root', 'remote-user': 'root', 'x-remote-user': 'root', 'x-authentik-username': 'root' },
        { authorization: 'Basic cm9vdDo=' },
        { authorization: `Token ${session.accessToken}` },
        { cookie: `lectern_user=${user}; userId=${user}; role=admin` },
      ];
      for (const headers of claims) {
        expect((await send(`${server.url}/api/auth/me`, { headers })).status, JSON.stringify(headers)).to.equal(401);
        const beside = await send(`${server.url}/api/auth/me`, { headers: { ...headers, ...bearer(session) } });
        expect(read<{ user: { username: string } }>(beside).user.username).to.equal('reader');
      }
      for (const extra of [{ userId: user }, { role: 'admin' }, { identity: { provider: 'plex', subject: '1' } }]) {
        const answer = await call(server, undefined, 'POST', '/api/auth/local/login', {
          username: 'reader',
          password: BARE_PASSWORD,
          ...extra,
        });
        expect(answer.status, JSON.stringify(extra)).to.equal(400);
      }
    });

    it('a stranger who writes X-Forwarded-For is limited all the same', async () => {
      const answers: number[] = [];
      for (let n = 0; n < 13; n += 1) answers.push((await signIn(`n${n}`, 'wrong', { 'x-forwarded-for': `203.0.113.${n}` })).status);
      expect(answers.filter((status) => status === 429)).to.have.length.of.at.least(2);
    });

    it('neither answers nor their cost tell which names exist', async () => {
      const { hasher } = server.app.services;
      const verify = sinon.spy(hasher, 'verify');
      try {
        const known = await signIn('reader', 'wrong password here');
        const unknown = await signIn('nobody-here', 'wrong password here');
        const deleted = await server.createUser('gone');
        await server.app.services.users.remove(deleted, SPEC);
        const gone = await signIn('gone', BARE_PASSWORD);

        for (const answer of [known, unknown, gone]) {
          const { status, code, detail } = read<Record<string, unknown>>(answer);
          expect({ status, code, detail }).to.deep.equal({
            status: 401,
            code: 'invalid_credentials',
            detail: 'The username or the password is wrong.',
          });
        }
        // the same hash is worked out for a name that is nobody's
        expect(verify.callCount).to.equal(3);
      } finally {
        verify.restore();
      }
    });

    it('a session that was planted before the sign-in does not become the user’s', async () => {
      const attacker = await server.session(await server.createUser('attacker'));
      const planted = `lectern_access=${attacker.accessToken}; lectern_refresh=${attacker.refreshToken}; lectern_csrf=${attacker.csrfToken}`;

      const answer = await signIn('reader', BARE_PASSWORD, { cookie: planted, 'x-csrf-token': attacker.csrfToken });
      const made = cookiesOf(answer);

      expect(answer.status).to.equal(200);
      expect(Object.values(made)).to.not.include.members([attacker.accessToken]);
      expect(made['lectern_csrf']).to.not.equal(attacker.csrfToken);
      const stale = { cookie: `lectern_access=${made['lectern_access']}`, 'x-csrf-token': attacker.csrfToken };
      expect((await send(`${server.url}/api/notifications/read`, json('POST', {}, stale))).code).to.equal('csrf_failed');
      expect(read<{ user: { username: string } }>(await call(server, attacker, 'GET', '/api/auth/me')).user.username).to.equal('attacker');
    });

    it('a sign-in link works once, and never points to the host that the client named', async () => {
      const admin = await server.session((await server.app.services.users.findByUsername('root'))?.id ?? '');
      const headers = { ...bearer(admin), host: 'evil.example', 'x-forwarded-host': 'evil.example', 'content-length': '0' };

      const made = await sendAs(server, `/api/admin/users/${user}/login-token`, { method: 'POST', headers });
      const { token } = JSON.parse(made.text) as { token: string };
      const first = await call(server, undefined, 'POST', '/api/auth/token/login', { token });
      const second = await call(server, undefined, 'POST', '/api/auth/token/login', { token });

      expect(made.text).to.not.contain('evil.example');
      expect([first.status, second.status]).to.deep.equal([200, 401]);
      expect((await send(`${server.url}/api/auth/token/login?token=${token}`)).status, 'by an address').to.equal(404);
    });

    it('text of a sign-in provider is not written into a script', async () => {
      for (const path of ['/sign-in/return', '/sign-in', '/sign-in/link']) {
        const hostile = `${path}?provider=x&error=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E&state=%22%3Balert(1)//`;
        const [plain, dressed] = await Promise.all([send(`${server.url}${path}`), send(`${server.url}${hostile}`)]);
        expect(dressed.text, path).to.equal(plain.text);
        expect(dressed.headers.get('content-security-policy'), path).to.contain("script-src 'self'");
      }
    });
  });
});
