import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { startBareServer, type BareServer, type OpenSession } from '../../bare-server.spec.support.js';
import { call, read } from './support.spec.support.js';

const SPEC = { name: 'spec' };

interface Schema {
  readonly type?: string;
  readonly additionalProperties?: unknown;
  readonly patternProperties?: object;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

describe('somebody who is signed in', () => {
  let server: BareServer;
  let root: OpenSession;
  let ada: OpenSession;
  let eve: OpenSession;

  before(async () => {
    server = await startBareServer();
    root = await server.session(await server.createUser('root', 'admin'));
    ada = await server.session(await server.createUser('ada'));
    eve = await server.session(await server.createUser('eve', 'user', { interactiveSearch: true }));
  });
  after(() => server.stop());

  async function shelfOf(userId: string): Promise<string> {
    const id = randomUUID();
    const at = new Date().toISOString();
    await server.app.services.database.transaction((tx) =>
      server.app.services.shelfStore.insert(tx, {
        id,
        userId,
        pluginId: 'shelf-goodreads',
        name: 'Private shelf',
        settings: { profile: '1', shelf: 'to-read' },
        secrets: {},
        pluginVersion: '1.0.0',
        autoRequest: false,
        paused: true,
        failures: 0,
        lastWalk: null,
        readAt: null,
        triedAt: null,
        nextAt: null,
        createdAt: at,
        updatedAt: at,
      }),
    );
    return id;
  }

  async function notificationOf(userId: string): Promise<string> {
    const id = randomUUID();
    const row = {
      id,
      userId,
      event: 'request_available',
      title: 'Private title',
      lines: '[]',
      dedupeKey: id,
      createdAt: new Date().toISOString(),
    };
    await server.app.services.database.transaction((tx) => tx.insert('notifications', row));
    return id;
  }

  async function unread(session: OpenSession): Promise<number> {
    return read<{ unread: number }>(await call(server, session, 'GET', '/api/notifications')).unread;
  }

  it('cannot read, change, sync or delete another user’s shelves', async () => {
    const id = await shelfOf(ada.userId);
    const path = `/api/user/shelves/${id}`;
    for (const stranger of [eve, root]) {
      expect((await call(server, stranger, 'GET', '/api/user/shelves')).text).to.not.contain(id);
      for (const [method, at, body] of [
        ['GET', path, undefined],
        ['GET', `${path}/books`, undefined],
        ['PATCH', path, { name: 'Mine' }],
        ['POST', `${path}/sync`, undefined],
        ['DELETE', `${path}/sync`, undefined],
        ['DELETE', path, undefined],
      ] as const) {
        const answer = await call(server, stranger, method, at, body);
        expect(answer.status, `${method} ${at}`).to.equal(404);
        expect(answer.text).to.not.contain('Private shelf');
      }
      // the saved secrets of somebody else's shelf behind a draft of one's own
      const draft = { pluginId: 'shelf-goodreads', shelfId: id, settings: { profile: '2', shelf: 'to-read' } };
      expect((await call(server, stranger, 'POST', '/api/user/shelves/check', draft)).status).to.equal(404);
    }
    expect((await call(server, ada, 'GET', path)).status).to.equal(200);
  });

  it('cannot see or end another user’s tokens and sessions', async () => {
    const { row } = await server.app.services.apiTokens.create({ userId: ada.userId, name: 'Private token', scopes: ['read'] }, SPEC);
    const family = (await server.app.services.sessions.familyOf(ada.refreshToken)) ?? '';

    for (const path of [`/api/user/api-tokens/${row.id}`, `/api/user/sessions/${family}`]) {
      for (const stranger of [eve, root]) expect((await call(server, stranger, 'DELETE', path)).status, path).to.equal(404);
    }
    for (const path of [
      '/api/user/api-tokens',
      `/api/user/api-tokens?userId=${ada.userId}`,
      '/api/user/sessions',
      `/api/user/sessions?userId=${ada.userId}`,
    ]) {
      const { text } = await call(server, eve, 'GET', path);
      expect(text, path).to.not.contain(row.id).and.not.contain(family);
    }
    expect((await call(server, eve, 'GET', `/api/admin/api-tokens?userId=${ada.userId}`)).status).to.equal(403);
    expect((await call(server, ada, 'GET', '/api/auth/me')).status).to.equal(200);
  });

  it('cannot read another user’s notifications or the targets of the server', async () => {
    const id = await notificationOf(ada.userId);
    const before = await unread(ada);

    expect((await call(server, eve, 'GET', '/api/notifications')).text).to.not.contain('Private title');
    expect((await call(server, eve, 'GET', `/api/notifications?userId=${ada.userId}`)).text).to.not.contain('Private title');
    expect((await call(server, eve, 'POST', '/api/notifications/read', { ids: [id] })).status).to.equal(204);
    expect(await unread(ada)).to.equal(before);
    for (const path of ['/api/admin/notifications/subscriptions', '/api/admin/integrations']) {
      expect((await call(server, eve, 'GET', path)).status, path).to.equal(403);
    }
  });

  it('cannot read, steer or search another user’s request, even with the permission to search', async () => {
    const id = await server.insertRequest(ada.userId);
    const base = `/api/requests/${id}`;
    for (const route of server.app.routes.filter(({ path }) => path.startsWith('/api/requests/{id}'))) {
      const path = route.path.replace('{id}', id).replace(/\{\w+\}/, randomUUID());
      const answer = await call(server, eve, route.method, path, route.body ? { candidateId: randomUUID() } : undefined);
      expect([400, 403, 404], `${route.method} ${path}`).to.include(answer.status);
      expect(answer.text).to.not.contain('A. Walker');
    }
    expect((await call(server, eve, 'GET', '/api/requests?scope=all')).text).to.not.contain(id);
    expect((await call(server, ada, 'GET', base)).status).to.equal(200);
  });

  it('cannot supply the address of a release', async () => {
    const id = await server.insertRequest(eve.userId);
    const release = {
      downloadUrl: 'http://169.254.169.254/x.torrent',
      guid: 'g',
      indexerId: 1,
      title: 'Mine',
      magnet: 'magnet:?xt=urn:btih:1',
    };
    for (const body of [release, { candidateId: randomUUID(), ...release }, { candidateId: 'http://169.254.169.254/' }]) {
      const answer = await call(server, eve, 'POST', `/api/requests/${id}/select`, body);
      expect(answer.status, JSON.stringify(body)).to.equal(400);
    }
  });

  it('cannot use a candidate of another request for their own', async () => {
    const { database } = server.app.services;
    const [mine, theirs] = [await server.insertRequest(eve.userId), await server.insertRequest(ada.userId)];
    const [searchId, candidateId] = [randomUUID(), randomUUID()];
    await database.transaction(async (tx) => {
      await tx.run("UPDATE requests SET status = 'awaiting_search' WHERE id IN (?, ?)", [mine, theirs]);
      await tx.insert('searches', {
        id: searchId,
        requestId: theirs,
        startedAt: new Date().toISOString(),
        automatic: false,
        queries: '[]',
        sources: '[]',
      });
      await tx.insert('release_candidates', {
        id: candidateId,
        searchId,
        requestId: theirs,
        integrationId: randomUUID(),
        releaseKey: 'k',
        release: '{}',
        privateSealed: server.app.services.secretBox.seal('{}'),
        position: 0,
        score: 100,
        passed: true,
        automatic: true,
        state: 'candidate',
        gates: '[]',
        parts: '[]',
      });
    });

    const answer = await call(server, eve, 'POST', `/api/requests/${mine}/select`, { candidateId, overrideGates: true });

    expect([answer.status, answer.code]).to.deep.equal([404, 'unknown_candidate']);
  });

  it('cannot store a member that nobody is meant to send (mass assignment)', async () => {
    /** Paths of objects that take members they do not name. */
    function open(schema: Schema | undefined, path: string): string[] {
      if (!schema) return [];
      const isMap = schema.patternProperties !== undefined && Object.keys(schema.properties ?? {}).length === 0;
      const own = schema.type === 'object' && !isMap && schema.additionalProperties !== false ? [path] : [];
      return [
        ...own,
        ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => open(part, `${path}/${name}`)),
        ...open(schema.items, `${path}/[]`),
        ...(schema.anyOf ?? []).flatMap((part) => open(part, path)),
      ];
    }
    const found = server.app.routes.flatMap(({ method, path, body }) => open(body, `${method} ${path}`));
    // the members that apps send for a book; title and author are read, the rest is dropped
    expect(found).to.deep.equal(['POST /api/requests/audiobook']);

    const extra = {
      role: 'admin',
      isAdmin: true,
      state: 'active',
      permissions: { autoApprove: true },
      userId: root.userId,
      id: root.userId,
    };
    const writes = server.app.routes.filter(({ access, body }) => access.rule === 'user' && body !== undefined);
    expect(writes.length).to.be.above(5);
    for (const { method, path } of writes) {
      const answer = await call(server, eve, method, path.replace(/\{\w+\}/, randomUUID()), extra);
      expect(answer.status, `${method} ${path}`).to.be.within(400, 404);
    }
    expect(read<{ user: { role: string } }>(await call(server, eve, 'GET', '/api/auth/me')).user.role).to.equal('user');
  });

  it('does not share an account with an equal id of another service', async () => {
    const { identities } = server.app.services as unknown as {
      identities: {
        signIn(provider: string, account: object, origin: object): Promise<{ user: { id: string; username: string; role: string } }>;
      };
    };
    await server.app.services.settings.update({ signIn: { newAccounts: 'open' } }, SPEC);
    const origin = { address: '127.0.0.1', userAgent: 'spec' };
    const account = { subject: 'ada', username: 'ada', email: 'ada@example.org', isAdmin: true };

    const one = await identities.signIn('11111111-1111-4111-8111-111111111111', account, origin);
    const two = await identities.signIn('22222222-2222-4222-8222-222222222222', account, origin);
    const local = await identities.signIn('33333333-3333-4333-8333-333333333333', { ...account, subject: ada.userId }, origin);

    const ids = [ada.userId, one.user.id, two.user.id, local.user.id];
    expect(new Set(ids).size).to.equal(4);
    for (const { user } of [one, two, local]) expect(user.role).to.equal('user');
  });
});
