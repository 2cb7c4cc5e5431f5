import { expect } from 'chai';
import type { TestAnswer, TestClient } from '../auth/test-http.js';
import { hasPostgres } from '../../platform/db/test-databases.js';
import type { SaidAnswer } from './integration-checks.js';
import type { Integration } from './present-integration.js';
import { DEFAULT_SETTINGS } from '../settings/index.js';
import { createIntegrationWorld, type IntegrationWorld } from './test-world.js';

const SECRET = 'planted-Secret/Key+93';
const PLUGIN = 'notify-healthy';

type One = { integration: Integration };
type Fault = { code: string; detail?: string; errors?: { path: string; message: string }[] };

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`integrations on ${dialect}`, () => {
    let world: IntegrationWorld;
    let admin: TestClient;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createIntegrationWorld(dialect);
      admin = await world.http.as('admin');
    });
    afterEach(() => world?.dispose());

    async function create(settings: object = {}, change: object = {}): Promise<TestAnswer<One>> {
      return admin.post<One>('/api/admin/integrations', {
        pluginId: PLUGIN,
        name: 'Mine',
        settings: { greeting: 'hello', apiKey: SECRET, ...settings },
        ...change,
      });
    }

    it('starts a saved integration at once and notifies whatever waits for it', async () => {
      const { status, body } = await create();

      expect(status).to.equal(201);
      expect(body.integration).to.deep.include({
        name: 'Mine',
        pluginName: 'Fixture healthy',
        provides: ['notifier'],
        enabled: true,
        priority: 10,
        settings: { greeting: 'hello', baseUrl: 'http://127.0.0.1:9' },
        secretsSet: ['apiKey'],
      });
      expect(body.integration.health.state).to.equal('running');
      expect(world.connected).to.deep.equal(['notifier']);
      expect(world.published.map(({ data }) => (data as { state: string }).state)).to.include.members(['starting', 'running']);
      expect((await world.store.get(body.integration.id))?.subscriptions).to.deep.equal(['request_available']);
    });

    it('removes characters from a name that turn or break lines, even from saved names', async () => {
      const name = 'Mine\u202E\u0007enim\n';
      const { body } = await create({}, { name });
      const { id } = body.integration;
      const empty = await admin.patch<One>(`/api/admin/integrations/${id}`, { name: '\u202E' });
      await world.test.database.transaction((tx) => tx.run('UPDATE integrations SET name = ? WHERE id = ?', [name, id]));

      expect(body.integration.name).to.equal('Mine enim');
      expect(empty.body.integration.name).to.equal('Mine enim');
      expect((await world.store.get(id))?.name).to.equal('Mine enim');
    });

    it('answers, records and logs no secret, whatever happens', async () => {
      const { body } = await create({ greeting: 'bad key' });
      const { id } = body.integration;
      const draft = { pluginId: PLUGIN, integrationId: id, settings: { greeting: 'bad key' } };

      const answers = [
        body,
        await admin.get('/api/admin/integrations'),
        await admin.get(`/api/admin/integrations/${id}`),
        await admin.patch(`/api/admin/integrations/${id}`, { settings: { greeting: 'bad key', apiKey: `${SECRET}2` } }),
        await admin.patch(`/api/admin/integrations/${id}`, { settings: { apiKey: 7 } }),
        await admin.post(`/api/admin/integrations/${id}/check`),
        await admin.post('/api/admin/integrations/check', draft),
        await admin.post('/api/admin/integrations/choices', { ...draft, name: 'greetings' }),
        await admin.post('/api/admin/integrations/choices', { ...draft, name: 'unknown' }),
        await admin.delete(`/api/admin/integrations/${id}`),
        await world.http.people.audit.list({ page: 1, limit: 100 }),
      ];

      const text =
        JSON.stringify([answers, world.published]) + world.logs.map(({ fields, message }) => message + JSON.stringify(fields)).join();
      expect(text).to.contain('[redacted] refused');
      expect(text).to.not.contain(SECRET);
      expect(text).to.not.contain(Buffer.from(SECRET).toString('base64').slice(0, 20));
    });

    it('stores secrets sealed', async () => {
      const { body } = await create();

      const row = await world.test.database.read.get<Record<string, string>>('SELECT * FROM integrations', []);

      expect(JSON.stringify(row)).to.not.contain(SECRET);
      expect((await world.store.get(body.integration.id))?.secrets).to.deep.equal({ apiKey: SECRET });
    });

    it('keeps a secret that a patch leaves out, clears it with null and refuses a mask', async () => {
      const { id } = (await create()).body.integration;
      const path = `/api/admin/integrations/${id}`;

      const kept = await admin.patch<One>(path, { name: 'Yours', settings: { greeting: 'hi' } });
      const masked = await admin.patch<Fault>(path, { settings: { apiKey: '••••••' } });
      const cleared = await admin.patch<One>(path, { settings: { apiKey: null } });

      expect(kept.body.integration).to.deep.include({ name: 'Yours', secretsSet: ['apiKey'] });
      expect(masked.status).to.equal(422);
      expect(masked.body.errors?.[0]?.path).to.equal('/apiKey');
      expect(cleared.body.integration.secretsSet).to.deep.equal([]);
      expect(
        (await world.test.database.read.get<{ secretsSealed: string | null }>('SELECT secrets_sealed FROM integrations'))?.secretsSealed,
      ).to.equal(null);
    });

    it('runs and saves settings stored by another version of the plugin, and keeps what the form does not show', async () => {
      const { id } = (await create()).body.integration;
      const path = `/api/admin/integrations/${id}`;
      const newer = {
        settings: { greeting: 'hello', labels: 'red' },
        secrets: { apiKey: SECRET, token: `${SECRET}-2` },
        pluginVersion: '9.0.0',
      };
      await world.test.database.transaction((tx) => world.store.update(tx, id, newer));

      const saved = await admin.patch<One>(path, { name: 'Yours', settings: { greeting: 'hi' } });
      const checked = await admin.post<SaidAnswer>('/api/admin/integrations/check', { pluginId: PLUGIN, integrationId: id, settings: {} });
      const record = await world.store.get(id);
      const { items } = await world.http.people.audit.list({ page: 1, limit: 1, targetType: 'integration' });

      expect(saved.status).to.equal(200);
      expect(saved.body.integration.health.state).to.equal('running');
      expect(saved.body.integration.settings).to.deep.equal({ greeting: 'hi', baseUrl: 'http://127.0.0.1:9' });
      expect(saved.body.integration.secretsSet).to.deep.equal(['apiKey']);
      expect(checked.body.ok).to.equal(true);
      expect([Object.values(record?.settings ?? {}), Object.values(record?.secrets ?? {})].map((values) => values.length)).to.deep.equal([
        3, 2,
      ]);
      expect(Object.values(record?.secrets ?? {})).to.include(`${SECRET}-2`);
      expect(items[0]?.detail).to.deep.include({ settingsChanged: ['baseUrl', 'greeting'] });
    });

    it('does not show what another version of the plugin left, even if the plugin is gone', async () => {
      const { id } = (await create()).body.integration;
      await world.test.database.transaction(async (tx) => {
        const settings = JSON.stringify({ greeting: 'hi', 'aside:old': 'what an older version had' });
        await tx.run('UPDATE integrations SET settings = ?, plugin_id = ? WHERE id = ?', [settings, 'notify-gone', id]);
      });

      const { body } = await admin.get<{ items: Integration[] }>('/api/admin/integrations');

      expect(body.items[0]?.settings).to.deep.equal({ greeting: 'hi' });
    });

    it('reports integrations without their plugin, and lets them be deleted with their secrets', async () => {
      const { id } = (await create()).body.integration;
      const there = await admin.get<{ items: Integration[] }>('/api/admin/integrations');
      world.pretend({ error: { code: 'PLUGIN_NOT_INSTALLED', message: 'It is gone.', at: 0 } });

      const gone = await admin.get<{ items: Integration[] }>('/api/admin/integrations');
      const deleted = await admin.delete(`/api/admin/integrations/${id}`);

      expect([there, gone].map(({ body }) => body.items[0]?.installed)).to.deep.equal([true, false]);
      expect(deleted.status).to.equal(204);
      expect(await world.service.list()).to.deep.equal([]);
    });

    it('records who changed which settings, by name', async () => {
      const { id } = (await create()).body.integration;
      await admin.patch(`/api/admin/integrations/${id}`, { enabled: false, settings: { greeting: 'hi', apiKey: 'another-key' } });

      const { items } = await world.http.people.audit.list({ page: 1, limit: 10, targetType: 'integration' });

      expect(items.map(({ action }) => action)).to.deep.equal(['integration.updated', 'integration.created']);
      expect(items[0]).to.deep.include({ actorName: 'admin', targetId: id });
      expect(items[0]?.detail).to.deep.include({ enabled: false, settingsChanged: ['apiKey', 'greeting'] });
    });

    it('refuses invalid settings, naming the field, and saves nothing', async () => {
      const answer = await admin.post<Fault>('/api/admin/integrations', { pluginId: PLUGIN, name: 'x', settings: { greeting: '' } });

      expect(answer.status).to.equal(422);
      expect(answer.body.code).to.equal('settings_invalid');
      expect(answer.body.errors?.[0]?.path).to.equal('/greeting');
      expect(await world.service.list()).to.have.length(0);
    });

    it('allows only one integration of a plugin that says so', async () => {
      world.pretend({ instances: 'one' });
      await create();

      const second = await create();

      expect(second.status).to.equal(409);
      expect((second.body as unknown as Fault).code).to.equal('only_one');
      expect(await world.service.list()).to.have.length(1);
    });

    it('saves an integration whose service is broken and shows why it does not run', async () => {
      const { status, body } = await create({ greeting: 'throw in create' });

      expect(status).to.equal(201);
      expect(body.integration.health.state).to.equal('failed');
      expect(body.integration.health.lastError?.message).to.contain('cannot be created');
    });

    it('stops and starts an integration when it is disabled and enabled', async () => {
      const { id } = (await create()).body.integration;
      const path = `/api/admin/integrations/${id}`;

      const off = await admin.patch<One>(path, { enabled: false });
      const check = await admin.post<SaidAnswer>(`${path}/check`);
      const on = await admin.patch<One>(path, { enabled: true });

      expect(off.body.integration.health.state).to.equal('disabled');
      expect(check.status).to.equal(200);
      expect(check.body.ok).to.equal(false);
      expect(on.body.integration.health.state).to.equal('running');
    });

    it('deletes an integration with its storage', async () => {
      const { id } = (await create()).body.integration;
      await world.test.database.transaction((tx) => tx.insert('plugin_storage', { integrationId: id, key: 'cursor', value: '1' }));

      const answer = await admin.delete(`/api/admin/integrations/${id}`);

      expect(answer.status).to.equal(204);
      expect((await admin.get(`/api/admin/integrations/${id}`)).status).to.equal(404);
      expect(await world.test.database.read.all('SELECT * FROM plugin_storage')).to.deep.equal([]);
      expect(world.host.instances()).to.deep.equal([]);
    });

    it('are for admins only', async () => {
      const user = await world.http.as('user');

      expect((await user.get('/api/admin/integrations')).status).to.equal(403);
      expect((await user.post('/api/admin/integrations/check', { pluginId: PLUGIN, settings: {} })).status).to.equal(403);
    });
  });
}

describe('integration drafts', () => {
  let world: IntegrationWorld;
  let admin: TestClient;
  let id: string;

  beforeEach(async () => {
    world = await createIntegrationWorld();
    admin = await world.http.as('admin');
    const settings = { greeting: 'hello', baseUrl: 'http://Service.example:8080/app/', apiKey: SECRET };
    id = (await admin.post<One>('/api/admin/integrations', { pluginId: PLUGIN, name: 'Mine', settings })).body.integration.id;
  });
  afterEach(() => world.dispose());

  const check = (settings: object, more: object = { integrationId: id }) =>
    admin.post<SaidAnswer>('/api/admin/integrations/check', { pluginId: PLUGIN, settings, ...more });

  it('fills in saved secrets while the address leads to the same server', async () => {
    const { body } = await check({ greeting: 'bad key', baseUrl: 'http://service.example:8080/other' });

    expect(body.ok).to.equal(false);
    expect(body.error).to.deep.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey' });
    expect(body.error?.message).to.contain('[redacted]');
  });

  it('does not send a saved secret to a newly entered address', async () => {
    for (const baseUrl of [
      'http://evil.example:8080/app/',
      'https://service.example:8080/',
      'http://service.example:81/',
      'service.example',
      null,
    ]) {
      const { status, body } = await check({ greeting: 'bad key', baseUrl });

      expect(status).to.equal(200);
      expect(body.error?.field, String(baseUrl)).to.equal('apiKey');
      expect(body.error?.code).to.equal('INTEGRATION_MISCONFIGURED');
      expect(body.error?.message).to.contain('Enter the key again');
    }
    const choices = await admin.post<Fault>('/api/admin/integrations/choices', {
      pluginId: PLUGIN,
      integrationId: id,
      name: 'greetings',
      settings: { baseUrl: 'http://evil.example' },
    });
    expect(choices.status).to.equal(422);
    expect(choices.body.errors?.[0]?.path).to.equal('/apiKey');
  });

  it('does not save a new address with the secret of the old one', async () => {
    const path = `/api/admin/integrations/${id}`;
    for (const baseUrl of ['http://evil.example:8080/app/', 'https://service.example:8080/', null]) {
      const { status, body } = await admin.patch<Fault>(path, { settings: { baseUrl } });

      expect(status, String(baseUrl)).to.equal(422);
      expect(body.errors?.[0]?.path).to.equal('/apiKey');
    }
    expect((await world.store.get(id))?.settings['baseUrl']).to.equal('http://Service.example:8080/app/');
    expect((await admin.patch(path, { settings: { baseUrl: 'http://service.example:8080/other' } })).status).to.equal(200);
    expect((await admin.patch(path, { settings: { baseUrl: 'http://other.example', apiKey: 'typed-again' } })).status).to.equal(200);
    expect((await admin.patch(path, { settings: { baseUrl: 'http://third.example', apiKey: null } })).status).to.equal(200);
  });

  it('checks a new address with a key that was entered again', async () => {
    const { body } = await check({ greeting: 'hello', baseUrl: 'http://other.example', apiKey: 'typed-again' });

    expect(body).to.deep.include({ ok: true, version: '1.2.3', details: ['hello'] });
  });

  it('checks drafts of unsaved integrations, and leaves nothing behind', async () => {
    const good = await check({ greeting: 'new' }, {});
    const bad = await check({ greeting: '' }, {});

    expect(good.body.ok).to.equal(true);
    expect(bad.body.error).to.deep.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'greeting' });
    expect(world.host.instances()).to.have.length(1);
  });

  it('tells the plugin Lectern’s address and library folder, as the service sees them (saved and as a draft)', async () => {
    const told = async (answer: Promise<{ body: SaidAnswer }>) => JSON.parse((await answer).body.details?.[0] ?? '') as unknown;
    const asSaved = () => admin.post<SaidAnswer>(`/api/admin/integrations/${id}/check`, {});
    const settings = { greeting: 'tell of Lectern' };
    await admin.patch(`/api/admin/integrations/${id}`, { settings });

    expect(await told(asSaved())).to.deep.equal({});
    world.set({
      server: { ...DEFAULT_SETTINGS.server, publicUrl: 'https://lectern.example' },
      library: { ...DEFAULT_SETTINGS.library, path: '/srv/not-there/books' },
    });
    world.pretend({ provides: ['mediaServer'] });
    const mappings = [{ remote: 'D:\\media', local: '/srv/not-there' }];
    expect((await admin.put(`/api/admin/integrations/${id}/path-mappings`, { mappings })).status).to.equal(200);

    const mapped = { publicUrl: 'https://lectern.example', libraryFolder: 'D:\\media\\books' };
    expect(await told(asSaved())).to.deep.equal(mapped);
    expect(await told(check(settings))).to.deep.equal(mapped);
    expect(await told(check(settings, {}))).to.deep.equal({ ...mapped, libraryFolder: '/srv/not-there/books' });
  });

  it('finds no integration of another plugin and no missing plugin', async () => {
    expect((await check({}, { integrationId: 'other' })).status).to.equal(404);
    const unknown = await admin.post<Fault>('/api/admin/integrations/check', { pluginId: 'nothing', settings: {} });
    expect(unknown.status).to.equal(404);
    expect(unknown.body.code).to.equal('unknown_plugin');
  });

  it('returns the lists of the form', async () => {
    const { body } = await admin.post('/api/admin/integrations/choices', {
      pluginId: PLUGIN,
      integrationId: id,
      name: 'greetings',
      settings: { greeting: 'hey' },
    });

    expect(body).to.deep.equal({ choices: [{ value: 'hey!', title: 'Loud' }] });
  });

  it('saves and tests path mappings only for integrations with paths', async () => {
    const path = `/api/admin/integrations/${id}/path-mappings`;
    const refused = await admin.put<Fault>(path, { mappings: [] });
    world.pretend({ provides: ['downloadClient'] });
    const wrong = await admin.put<Fault>(path, { mappings: [{ remote: 'downloads', local: '/mnt' }] });
    const mappings = [{ remote: '/downloads', local: world.test.dataDir }];

    const saved = await admin.put<One>(path, { mappings });
    const test = await admin.post<Record<string, unknown>>(`${path}/test`, { path: '/downloads' });
    const missing = await admin.post<Record<string, unknown>>(`${path}/test`, { path: '/downloads/nothing/here' });

    expect(refused.body.code).to.equal('no_paths');
    expect(wrong.body.errors?.[0]?.path).to.equal('/mappings/0/remote');
    expect(saved.body.integration.pathMappings).to.deep.equal(mappings);
    expect(test.body).to.deep.include({ remote: '/downloads', local: world.test.dataDir, rule: mappings[0], existsHere: true });
    expect(missing.body['existsHere']).to.equal(false);
    expect(world.connected).to.include('downloadClient');
  });
});
