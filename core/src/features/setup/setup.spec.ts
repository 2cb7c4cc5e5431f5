import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sinon from 'sinon';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import { authRoutes } from '../auth/index.js';
import { createTestPeople, type TestPeople } from '../auth/test-people.js';
import { startTestHttp, TEST_PASSWORD, type TestHttp } from '../auth/test-http.js';
import { createSetup, setupRoutes, type Setup } from './index.js';

const counts = { catalog: 1, indexer: 0, downloadClient: 0, mediaServer: 0, notifier: 0 };
const standings = { catalog: 'silent', indexer: 'none', downloadClient: 'none', mediaServer: 'none', notifier: 'none' } as const;
const admin = { username: 'Owner', password: TEST_PASSWORD };

interface Answer {
  code: string;
  ok: boolean;
  saved: boolean;
  steps: { name: string; ok: boolean }[];
}

describe('setup', () => {
  let test: TestDatabase;
  let people: TestPeople;
  let setup: Setup;
  let http: TestHttp;
  let folder: string;
  const connectCatalog = sinon.stub().resolves();
  const log = { error: sinon.spy() };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-setup-'));
    test = await createTestDatabase('sqlite');
    people = createTestPeople({ database: test.database });
    setup = createSetup({
      ...people,
      integrationCounts: async () => counts,
      integrationStandings: async () => standings,
      connectCatalog,
      log,
    });
    http = await startTestHttp({ database: test.database, people, routes: [...authRoutes(people), ...setupRoutes({ setup })] });
  });
  afterEach(async () => {
    sinon.restore();
    connectCatalog.reset();
    connectCatalog.resolves();
    await http.stop();
    await test.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('leads from the token to a closed setup', async () => {
    const browser = http.browser();
    const status = () => browser.get<{ complete: boolean; steps: object }>('/api/setup/status');
    expect((await status()).body, 'to a stranger').to.deep.equal({ complete: false, steps: { admin: false } });

    const made = await browser.post<{ user: object }>('/api/setup/admin', { ...admin, token: await setup.token() });
    expect(made.status).to.equal(201);
    expect(made.body.user).to.include({ username: 'owner', displayName: 'Owner', role: 'admin' });
    expect(await setup.token()).to.equal(undefined);
    const library = await browser.post<Answer>('/api/setup/library', { path: folder });
    expect(library.body).to.include({ ok: true, saved: true });
    expect((await browser.post('/api/setup/complete')).status).to.equal(204);

    const steps = { admin: true, library: true, integrations: counts };
    expect((await status()).body).to.deep.equal({ complete: true, steps, standings });
    const stranger = await http.browser().get('/api/setup/status');
    expect(stranger.body).to.deep.equal({ complete: true, steps: { admin: true } });
  });

  it('creates no admin without the token: the first visitor is nobody special', async () => {
    const nobody = await http.as('nobody');

    for (const token of ['', 'guess', `${await setup.token()}x`]) {
      const answer = await nobody.post<Answer>('/api/setup/admin', { ...admin, token });
      expect([answer.status, answer.body.code]).to.deep.equal([403, 'setup_token_invalid']);
    }
    expect(await people.users.hasAdmin()).to.equal(false);
  });

  it('connects the catalogue for where the browser may be, as the new admin, and only when asked to', async () => {
    const browser = http.browser();
    const made = await browser.post<{ user: { id: string } }>('/api/setup/admin', {
      ...admin,
      token: await setup.token(),
      catalogFor: ['DE', 'US'],
    });

    expect(made.status).to.equal(201);
    expect(connectCatalog.args.map(([countries, actor]: unknown[]) => [countries, (actor as { id: string }).id])).to.deep.equal([
      [['DE', 'US'], made.body.user.id],
    ]);
  });

  it('makes the account although the catalogue cannot be connected', async () => {
    connectCatalog.rejects(new Error('no disk'));

    const made = await http.browser().post('/api/setup/admin', { ...admin, token: await setup.token(), catalogFor: [] });

    expect(made.status).to.equal(201);
    expect(log.error.callCount).to.equal(1);
  });

  it('limits guesses of the token', async () => {
    const nobody = await http.as('nobody');
    for (let i = 0; i < 20; i += 1) await nobody.post('/api/setup/admin', { ...admin, token: 'guess' });

    expect((await nobody.post('/api/setup/admin', { ...admin, token: 'guess' })).status).to.equal(429);
  });

  it('creates one admin, even if the right token is sent twice at once', async () => {
    const nobody = await http.as('nobody');
    const token = await setup.token();

    const answers = await Promise.all(
      ['one', 'two', 'three'].map((username) => nobody.post<Answer>('/api/setup/admin', { ...admin, username, token })),
    );

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 403, 403]);
    const again = await nobody.post<Answer>('/api/setup/admin', { ...admin, username: 'four', token });
    expect([again.status, again.body.code]).to.deep.equal([403, 'admin_exists']);
  });

  it('is closed permanently once complete, even if no admin is left or the server restarts', async () => {
    const token = await setup.token();
    const browser = http.browser();
    await browser.post('/api/setup/admin', { ...admin, token });
    await browser.post('/api/setup/library', { path: folder });
    await browser.post('/api/setup/complete');

    for (const path of ['/api/setup/library', '/api/setup/complete']) {
      const answer = await browser.post<Answer>(path, { path: folder });
      expect([answer.status, answer.body.code], path).to.deep.equal([403, 'setup_complete']);
    }
    await test.database.transaction((tx) => tx.run("UPDATE users SET deleted_at = '2026'"));
    const answer = await (await http.as('nobody')).post<Answer>('/api/setup/admin', { ...admin, token });
    expect([answer.status, answer.body.code]).to.deep.equal([403, 'setup_complete']);
    expect(
      await createSetup({
        ...people,
        integrationCounts: async () => counts,
        integrationStandings: async () => standings,
        connectCatalog,
        log,
      }).token(),
    ).to.equal(undefined);
  });

  it('does not open when the database fails', async () => {
    const nobody = await http.as('nobody');
    const token = await setup.token();
    sinon.stub(people.users, 'hasAdmin').rejects(new Error('disk I/O error'));

    const status = await nobody.get<{ complete?: boolean }>('/api/setup/status');
    const made = await nobody.post<Answer>('/api/setup/admin', { ...admin, token });

    expect([status.status, made.status]).to.deep.equal([500, 500]);
    expect(status.body.complete).to.equal(undefined);
    sinon.restore();
    expect(await people.users.hasAdmin()).to.equal(false);
  });

  it('lets only an admin choose the library or finish', async () => {
    const user = await http.as('user');
    const nobody = await http.as('nobody');

    for (const path of ['/api/setup/library', '/api/setup/complete']) {
      expect((await nobody.post(path, { path: folder })).status, path).to.equal(401);
      expect((await user.post(path, { path: folder })).status, path).to.equal(403);
    }
  });

  it('says which step fails for a folder, and does not save it', async () => {
    const client = await http.as('admin');

    const answer = await client.post<Answer>('/api/setup/library', { path: join(folder, 'missing') });

    expect(answer.body).to.include({ ok: false, saved: false });
    expect(answer.body.steps[0]).to.include({ name: 'folder', ok: false });
    expect((await people.settings.get()).library.path).to.equal(null);
    expect((await client.post<Answer>('/api/setup/complete')).body.code).to.equal('setup_incomplete');
  });

  it('creates a new token at each start', async () => {
    expect(await setup.token()).to.not.equal(
      await createSetup({
        ...people,
        integrationCounts: async () => counts,
        integrationStandings: async () => standings,
        connectCatalog,
        log,
      }).token(),
    );
  });
});
