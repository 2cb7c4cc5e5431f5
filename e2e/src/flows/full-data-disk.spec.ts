import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { mountSmallDisk, type SmallDisk } from '@lectern/core/testing';
import { BARE_PASSWORD, bearer, startBareServer, type BareServer, type OpenSession } from '../bare-server.spec.support.js';
import { send, type WalkAnswer } from '../security/route-walk.spec.support.js';

/** Something people do, and how to see whether it is so. */
interface Write {
  readonly answer: WalkAnswer;
  isSo(): Promise<boolean>;
}

describe('a data directory on a disk that is full', () => {
  let disk: SmallDisk | undefined;
  let server: BareServer;
  let admin: OpenSession;

  before(async function () {
    disk = await mountSmallDisk(24);
    if (!disk) return this.skip();
    server = await startBareServer({ LECTERN_DATA: disk.dir, LECTERN_LOG_LEVEL: 'info' });
    admin = await server.session(await server.createUser('admin', 'admin'));
  });
  after(async () => {
    await server?.stop();
    await disk?.dispose();
  });

  const call = (method: string, path: string, body?: object, session = admin): Promise<WalkAnswer> =>
    send(server.url + path, {
      method,
      headers: { ...bearer(session), ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
      timeoutMs: 20_000,
    });

  async function get(path: string, session = admin): Promise<{ status: number; body: Record<string, unknown> }> {
    const { status, text } = await call('GET', path, undefined, session);
    return { status, body: JSON.parse(text) as Record<string, unknown> };
  }

  const items = async (path: string): Promise<Record<string, unknown>[]> => (await get(path)).body['items'] as Record<string, unknown>[];

  /** Rows made before the disk is full, for those writes that change or end something. */
  interface Prepared {
    readonly userId: string;
    readonly requestIds: readonly [string, string];
    readonly tokenId: string;
    readonly session: OpenSession;
    readonly leaving: OpenSession;
  }

  async function prepare(): Promise<Prepared> {
    const userId = await server.createUser(`person-${randomUUID()}`);
    const token = await server.app.services.apiTokens.create({ userId, name: 'T', scopes: ['read'] }, { name: 'spec' });
    const requestIds = [await server.insertRequest(userId), await server.insertRequest(userId)] as const;
    const [session, leaving] = [await server.session(userId), await server.session(await server.createUser(`leaver-${randomUUID()}`))];
    return { userId, requestIds, tokenId: token.row.id, session, leaving };
  }

  const statusOf = async (id: string): Promise<unknown> =>
    ((await get(`/api/requests/${id}`)).body['request'] as { status?: string }).status;

  const KINDS: Readonly<Record<string, (given: Prepared) => Promise<Write>>> = {
    async 'an account'() {
      const username = `made-${randomUUID()}`;
      const answer = await call('POST', '/api/admin/users', { username, password: BARE_PASSWORD, role: 'user' });
      return { answer, isSo: async () => (await server.app.services.users.findByUsername(username)) !== undefined };
    },
    async 'a change of an account'({ userId }) {
      const displayName = randomUUID();
      const answer = await call('PATCH', `/api/admin/users/${userId}`, { displayName });
      return { answer, isSo: async () => (await server.app.services.users.get(userId))?.displayName === displayName };
    },
    async 'an API token'({ userId }) {
      const name = randomUUID();
      const answer = await call('POST', '/api/admin/api-tokens', { userId, name, scopes: ['read'] });
      return { answer, isSo: async () => (await items('/api/admin/api-tokens?limit=100')).some((token) => token['name'] === name) };
    },
    async 'the end of an API token'({ tokenId }) {
      const answer = await call('DELETE', `/api/admin/api-tokens/${tokenId}`);
      const isRevoked = ({ id, revokedAt }: Record<string, unknown>): boolean => id === tokenId && typeof revokedAt === 'string';
      return { answer, isSo: async () => (await items('/api/admin/api-tokens?limit=100')).some(isRevoked) };
    },
    async 'an approval'({ requestIds: [id] }) {
      const answer = await call('POST', `/api/admin/requests/${id}/approve`, {});
      return { answer, isSo: async () => (await statusOf(id)) !== 'awaiting_approval' };
    },
    async 'a denial'({ requestIds: [, id] }) {
      const answer = await call('POST', `/api/admin/requests/${id}/deny`, { reason: 'No.' });
      return { answer, isSo: async () => (await statusOf(id)) === 'denied' };
    },
    async 'a setting'() {
      const limit = 1 + Math.floor(Math.random() * 9000);
      const answer = await call('PATCH', '/api/admin/settings', { requests: { quotaLimit: limit } });
      const settings = async () => (await get('/api/admin/settings')).body as { requests?: { quotaLimit?: number } };
      return { answer, isSo: async () => (await settings()).requests?.quotaLimit === limit };
    },
    async 'the end of all sessions of an account'({ userId, session }) {
      const answer = await call('DELETE', `/api/admin/users/${userId}/login-token`);
      return { answer, isSo: async () => (await get('/api/auth/me', session)).status === 401 };
    },
    async 'a sign-out'({ leaving }) {
      const answer = await send(`${server.url}/api/auth/logout`, {
        method: 'POST',
        headers: {
          cookie: `lectern_access=${leaving.accessToken}; lectern_refresh=${leaving.refreshToken}; lectern_csrf=${leaving.csrfToken}`,
          'x-csrf-token': leaving.csrfToken,
          'content-type': 'application/json',
        },
        body: '{}',
      });
      return { answer, isSo: async () => (await get('/api/auth/me', leaving)).status === 401 };
    },
  };

  /** Does everything once. */
  async function writeAll(): Promise<Map<string, Write>> {
    const given = await prepare().catch(() => prepared);
    const written = new Map<string, Write>();
    for (const [kind, write] of Object.entries(KINDS)) written.set(kind, await write(given));
    return written;
  }
  let prepared: Prepared;

  async function state(written: Map<string, Write>): Promise<Record<string, boolean>> {
    const found: Record<string, boolean> = {};
    for (const [kind, { isSo }] of written) found[kind] = await isSo();
    return found;
  }

  const isSaved = (written: Map<string, Write>): Record<string, boolean> =>
    Object.fromEntries([...written].map(([kind, { answer }]) => [kind, answer.status < 300]));

  it('refuses what it cannot save, says why, and keeps everything else', async () => {
    prepared = await prepare();
    const { fill, empty } = disk as SmallDisk;
    const linesBefore = server.log().split('\n').length;

    await fill();
    const during = await writeAll();
    const healthDuring = await get('/api/health');
    await empty();
    const healthAfter = await get('/api/health');
    const stateDuring = await state(during);
    const after = await writeAll();
    const stateAfter = await state(after);
    const lines = server
      .log()
      .split('\n')
      .slice(linesBefore - 1);
    await server.restart();

    const refusals = [...during.values()].map(({ answer }) => answer).filter(({ status }) => status >= 300);
    expect(refusals.length).to.be.above(5);
    expect([...new Set(refusals.map(({ status, code }) => `${status} ${code}`))]).to.deep.equal(['503 database_unavailable']);
    expect(stateDuring).to.deep.equal(isSaved(during));
    expect(isSaved(after)).to.deep.equal(Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, true])));
    expect(stateAfter).to.deep.equal(isSaved(after));
    expect(await state(after)).to.deep.equal(stateAfter);
    expect([healthDuring.status, healthDuring.body['databaseFault']]).to.deep.equal([503, 'full']);
    expect([healthAfter.status, healthAfter.body['databaseFault']]).to.deep.equal([200, undefined]);
    expect(lines.filter((line) => line.includes('"level":"error"'))).to.have.length(1);
  });
});
