import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createTestPeople, type TestPeople } from '../auth/test-people.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { apiTokens } from './feature.js';
import { apiTokenRoutes, createApiTokenReader, createApiTokenService, MOST_ACTIVE_TOKENS } from './index.js';

interface Made {
  readonly token: string;
  readonly apiToken: {
    readonly id: string;
    readonly prefix: string;
    readonly lastUsedAt: string | null;
    readonly revokedAt: string | null;
  };
}

const whoami = (path: string, scopes: Route['scopes'], rule: 'user' | 'admin' = 'user'): Route =>
  defineRoute({
    method: 'GET',
    path,
    summary: 'Who calls',
    tag: 'test',
    access: { rule },
    scopes,
    responses: {},
    handler: ({ caller }) => json({ username: caller.username, role: caller.role, via: caller.via }),
  });

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`API tokens on ${dialect}`, () => {
    let test: TestDatabase;
    let people: TestPeople;
    let http: TestHttp;
    let at: number;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      test = await createTestDatabase(dialect);
    });
    after(() => test?.dispose());
    beforeEach(async () => {
      at = Date.now();
      const now = () => new Date(at);
      people = createTestPeople({ database: test.database, now });
      const log = createLogger({ level: 'silent', redactor: createRedactor() });
      http = await startTestHttp({
        database: test.database,
        people,
        owning: [apiTokens],
        apiToken: createApiTokenReader({ ...people, log }),
        routes: [
          ...apiTokenRoutes({ apiTokens: createApiTokenService(people) }),
          whoami('/reads', ['read']),
          whoami('/writes', ['requests:write']),
          whoami('/never', 'none'),
          whoami('/admins', ['admin:read'], 'admin'),
        ],
      });
    });
    afterEach(async () => {
      await http.stop();
      await test.database.transaction(async (tx) => {
        for (const table of ['api_tokens', 'refresh_sessions', 'users']) await tx.run(`DELETE FROM ${table}`);
      });
    });

    async function make(client: TestClient, input: object = {}): Promise<Made> {
      const answer = await client.post<Made>('/api/user/api-tokens', { name: 'Script', scopes: ['read'], ...input });
      expect(answer.status).to.equal(201);
      return answer.body;
    }

    const call = (token: string, path: string) => fetch(`${http.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

    async function refusalOf(token: string, path: string) {
      const answer = await call(token, path);
      const { code, detail } = (await answer.json()) as { code: string; detail: string };
      return { status: answer.status, code, detail, challenge: answer.headers.get('www-authenticate') };
    }

    it('are shown once, and stored as a hash and a prefix', async () => {
      const ada = await http.as('ada');

      const { token, apiToken } = await make(ada);
      const listed = await ada.get('/api/user/api-tokens');
      const row = await test.database.read.get<Record<string, unknown>>('SELECT * FROM api_tokens WHERE id = ?', [apiToken.id]);

      expect(token).to.match(/^lect_[A-Za-z0-9_-]{43}$/);
      expect(apiToken.prefix).to.equal(token.slice(0, 12));
      expect(JSON.stringify([listed.body, row])).not.to.include(token.slice(12));
    });

    it('act for their owner within their scopes', async () => {
      const { token } = await make(await http.as('ada'));

      const answer = await call(token, '/reads');

      expect(await answer.json()).to.deep.equal({ username: 'ada', role: 'user', via: 'api-token' });
      expect((await call(token, '/writes')).status).to.equal(403);
      expect((await call(token, '/never')).status).to.equal(403);
      expect((await call(token, '/admins')).status).to.equal(403);
    });

    it('cannot create, list or revoke tokens', async () => {
      const admin = await http.as('admin');
      const { token, apiToken } = await make(admin, { scopes: ['read', 'requests:write', 'library:read', 'admin:read', 'admin:write'] });

      for (const [method, path] of [
        ['GET', '/api/user/api-tokens'],
        ['POST', '/api/user/api-tokens'],
        ['DELETE', `/api/user/api-tokens/${apiToken.id}`],
        ['GET', '/api/admin/api-tokens'],
        ['POST', '/api/admin/api-tokens'],
        ['DELETE', `/api/admin/api-tokens/${apiToken.id}`],
      ] as const) {
        const answer = await fetch(`${http.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
        expect(answer.status, `${method} ${path}`).to.equal(403);
      }
    });

    it('are rejected once revoked, expired, or garbled', async () => {
      const ada = await http.as('ada');
      const revoked = await make(ada);
      const brief = await make(ada, { expiresAt: new Date(at + 60_000).toISOString() });

      await ada.delete(`/api/user/api-tokens/${revoked.apiToken.id}`);
      const before = (await call(brief.token, '/reads')).status;
      at += 61_000;

      expect(before).to.equal(200);
      const refusals = await Promise.all(
        [revoked.token, brief.token, `${brief.token.slice(0, -1)}!`, 'lect_short', 'nothing-like-it'].map((token) =>
          refusalOf(token, '/reads'),
        ),
      );
      expect(refusals.map(({ status, code, challenge }) => [status, code, challenge])).to.deep.equal(
        ['token_invalid', 'token_expired', 'token_malformed', 'token_malformed', 'token_malformed'].map((code) => [
          401,
          code,
          'Bearer realm="Lectern", error="invalid_token"',
        ]),
      );
      expect(new Set(refusals.map(({ detail }) => detail)).size).to.equal(3);
    });

    it('are told which scope they lack, or that none opens the call', async () => {
      const { token } = await make(await http.as('ada'));

      const lacks = await refusalOf(token, '/writes');
      const never = await refusalOf(token, '/never');

      expect([lacks.status, lacks.code, lacks.challenge]).to.deep.equal([
        403,
        'scope_missing',
        'Bearer realm="Lectern", error="insufficient_scope", scope="requests:write"',
      ]);
      expect(lacks.detail).to.include('requests:write');
      expect([never.status, never.challenge]).to.deep.equal([403, 'Bearer realm="Lectern", error="insufficient_scope"']);
      expect(never.detail).to.equal('API tokens may not do this, whatever their scopes. Sign in and do it there.');
    });

    it('are asked for by a challenge that makes no browser ask for a password', async () => {
      const answer = await fetch(`${http.url}/reads`);

      expect([answer.status, answer.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer realm="Lectern"']);
      expect(((await answer.json()) as { code: string }).code).to.equal('auth_required');
    });

    it('never have more rights than their owner has now', async () => {
      const admin = await http.as('admin');
      const { token } = await make(admin, { scopes: ['read', 'admin:read'] });
      const asAdmin = (await call(token, '/admins')).status;
      const row = await people.users.findByUsername('admin');
      await http.createUser('second', 'admin');

      await people.users.update(row?.id ?? '', { role: 'user' }, { name: 'spec' });
      const asUser = await call(token, '/admins');
      const reads = (await call(token, '/reads')).status;
      await people.users.remove(row?.id ?? '', { name: 'spec' });

      expect(asAdmin).to.equal(200);
      expect(asUser.status).to.equal(403);
      expect(reads).to.equal(200);
      expect((await call(token, '/reads')).status).to.equal(401);
    });

    it('may have admin scopes only if their owner is an admin', async () => {
      const answer = await (
        await http.as('ada')
      ).post('/api/user/api-tokens', {
        name: 'More',
        scopes: ['read', 'admin:write'],
      });

      expect(answer.status).to.equal(422);
      expect(answer.body['code']).to.equal('scope_not_allowed');
    });

    it('cannot be seen or revoked by others, except by admins', async () => {
      const ada = await http.as('ada');
      const eve = await http.as('eve');
      const admin = await http.as('admin');
      const { token, apiToken } = await make(ada);

      const byEve = await eve.delete(`/api/user/api-tokens/${apiToken.id}`);
      const listOfEve = await eve.get<{ total: number }>('/api/user/api-tokens');
      const adminList = await eve.get('/api/admin/api-tokens');
      const still = (await call(token, '/reads')).status;
      const byAdmin = await admin.delete(`/api/admin/api-tokens/${apiToken.id}`);

      expect([byEve.status, listOfEve.body.total, adminList.status, still]).to.deep.equal([404, 0, 403, 200]);
      expect(byAdmin.status).to.equal(204);
      expect((await call(token, '/reads')).status).to.equal(401);
    });

    it('are listed for admins with their owners, active ones separate from others', async () => {
      const admin = await http.as('admin');
      const ada = await http.as('ada');
      const kept = await make(ada);
      const revoked = await make(ada);
      await make(await http.as('eve'));
      await ada.delete(`/api/user/api-tokens/${revoked.apiToken.id}`);
      const { id } = (await people.users.findByUsername('ada')) ?? { id: '' };
      const list = async (query: string) => {
        const { body } = await admin.get<{ items: { id: string; username: string }[]; total: number }>(`/api/admin/api-tokens${query}`);
        expect(body.total).to.equal(body.items.length);
        return body.items;
      };

      expect(await list('')).to.have.length(3);
      expect((await list(`?userId=${id}&active=true`)).map((one) => [one.id, one.username])).to.deep.equal([[kept.apiToken.id, 'ada']]);
      expect((await list('?active=false')).map((one) => one.id)).to.deep.equal([revoked.apiToken.id]);
    });

    it('can be created by an admin for a user, who is named in the log', async () => {
      const ada = await http.createUser('ada');
      const admin = await http.as('admin');

      const made = await admin.post<Made>('/api/admin/api-tokens', { userId: ada.id, name: 'For Ada', scopes: ['read'] });
      const entries = await people.audit.list({ page: 1, limit: 5, action: 'api_token.created' });

      expect(made.status).to.equal(201);
      expect(await (await call(made.body.token, '/reads')).json()).to.include({ username: 'ada' });
      expect(entries.items[0]).to.deep.include({ actorName: 'admin', targetId: made.body.apiToken.id });
      expect(JSON.stringify(entries)).not.to.include(made.body.token.slice(12));
    });

    it(`are limited to ${MOST_ACTIVE_TOKENS} per user, even if many are created at once`, async () => {
      const ada = await http.createUser('ada');
      const service = createApiTokenService(people);

      const all = await Promise.allSettled(
        Array.from({ length: MOST_ACTIVE_TOKENS + 5 }, (_, n) =>
          service.create({ userId: ada.id, name: `t${n}`, scopes: ['read'] }, { id: ada.id, name: 'ada' }),
        ),
      );

      expect(all.filter(({ status }) => status === 'fulfilled')).to.have.length(MOST_ACTIVE_TOKENS);
      expect(all.filter((one) => one.status === 'rejected' && (one.reason as { code: string }).code === 'too_many_tokens')).to.have.length(
        5,
      );
    });

    it('record their last use', async () => {
      const ada = await http.as('ada');
      const { token } = await make(ada);

      await call(token, '/reads');
      let used: string | null | undefined;
      for (let tries = 0; tries < 100 && !used; tries += 1) {
        used = (await ada.get<{ items: Made['apiToken'][] }>('/api/user/api-tokens')).body.items[0]?.lastUsedAt;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }

      expect(used).to.equal(new Date(at).toISOString());
    });

    it('are limited to 120 calls a minute, each token separately', async () => {
      const ada = await http.as('ada');
      const busy = await make(ada);
      const other = await make(ada);

      let last = await call(busy.token, '/reads');
      expect([last.status, last.headers.get('ratelimit-remaining')]).to.deep.equal([200, '119']);
      for (let n = 1; n <= 120; n += 1) last = await call(busy.token, '/reads');

      expect(last.status).to.equal(429);
      expect(Number(last.headers.get('retry-after'))).to.be.within(1, 60);
      expect(last.headers.get('ratelimit-limit')).to.equal('120');
      expect((await call(other.token, '/reads')).status).to.equal(200);
    });

    it('refuse an expiry in the past, unknown scopes and no scopes', async () => {
      const ada = await http.as('ada');
      const past = await ada.post('/api/user/api-tokens', { name: 'x', scopes: ['read'], expiresAt: new Date(at - 1).toISOString() });
      const unknown = await ada.post('/api/user/api-tokens', { name: 'x', scopes: ['everything'] });
      const none = await ada.post('/api/user/api-tokens', { name: 'x', scopes: [] });

      expect([past.status, unknown.status, none.status]).to.deep.equal([422, 400, 400]);
    });
  });
}
