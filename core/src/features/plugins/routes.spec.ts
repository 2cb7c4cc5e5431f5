import { API_VERSION } from '@lectern/plugin-api';
import { expect } from 'chai';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { npmPack, packQuickly, type PackedPlugin } from '../../plugin-host/installer/__fixtures__/pack-plugin.js';
import { createPluginWorld, type PluginServer, type PluginWorld } from './plugin-world.spec.support.js';

const ID = 'notify-sample';
const NAME = 'lectern-plugin-sample';

describe('GET /api/admin/plugins', () => {
  it('lists plugins with their schemas, even those that cannot be loaded', async () => {
    const world = await createPluginWorld(['healthy', 'wrong-api']);
    const server = await world.start();
    try {
      const { body } = await server.admin.get<{ items: Record<string, unknown>[]; safeMode: boolean; registry: string }>(
        '/api/admin/plugins',
      );

      const [healthy, wrong] = body.items;
      expect(healthy).to.deep.include({ id: 'notify-healthy', provides: ['notifier'], state: 'ready', origin: 'bundled', enabled: true });
      expect(healthy).to.have.nested.property('settingsSchema.properties.apiKey.writeOnly', true);
      expect(wrong).to.deep.include({ id: 'notify-wrong-api', state: 'incompatible', restartNeeded: false });
      expect(wrong).to.have.nested.property('error.code', 'PLUGIN_INCOMPATIBLE');
      expect(wrong).to.include({ api: '^99.0.0', compatible: false });
      expect(healthy).to.include({ compatible: true });
      expect(body).to.include({ safeMode: false, apiVersion: API_VERSION, registry: world.registry.url });
      expect((await (await server.http.as('user')).get('/api/admin/plugins')).status).to.equal(403);
    } finally {
      await server.stop();
      await world.dispose();
    }
  });
});

describe('installed plugins', function () {
  // runs the real npm
  this.timeout(120_000);
  let world: PluginWorld;
  let server: PluginServer;
  const sent = async (): Promise<string[]> =>
    (await readFile(join(world.dataDir, 'sent'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

  beforeEach(async () => {
    world = await createPluginWorld();
    server = await world.start();
  });
  afterEach(async () => {
    await server.stop();
    await world.dispose();
  });

  async function restart(): Promise<void> {
    await server.stop();
    server = await world.start();
  }

  async function install(body: object = { name: NAME }): ReturnType<PluginServer['over']> {
    const { body: answer } = await server.admin.post<{ jobId: string }>('/api/admin/plugins/install', body);
    return server.over(answer.jobId);
  }

  async function integrate(): Promise<void> {
    const integration = {
      id: 'i1',
      pluginId: ID,
      name: 'Mine',
      enabled: true,
      priority: 1,
      secrets: {},
      pluginVersion: '1.0.0',
      settings: { file: join(world.dataDir, 'sent') },
    };
    world.integrations.push(integration);
    await server.host.apply(integration);
  }

  async function send(title: string): Promise<string> {
    const message = { event: 'test', title, lines: [], links: [], severity: 'info' } as never;
    const provider = server.host.provider('notifier', 'i1');
    try {
      await provider?.call('send', (notifier, call) => notifier.send(message, call));
      return provider ? 'sent' : 'no provider';
    } catch (error) {
      return (error as Error).message;
    }
  }

  const audited = async (): Promise<string[]> =>
    (await server.http.people.audit.list({ page: 1, limit: 50, targetType: 'plugin' })).items.map(({ action }) => action).reverse();

  it('come from the registry, work at once, and are recorded', async () => {
    world.registry.publish(await npmPack());

    const { body: found } = await server.admin.get<{ items: { name: string }[] }>('/api/admin/plugins/search?q=sample');
    const { body: versions } = await server.admin.get(`/api/admin/plugins/versions?name=${NAME}`);
    const job = await install();
    await integrate();

    expect(found.items.map(({ name }) => name)).to.deep.equal([NAME]);
    expect(versions).to.deep.include({ latest: '1.0.0', versions: [{ version: '1.0.0', compatible: true, api: '^1.0.0' }] });
    expect(job).to.deep.include({ state: 'done', title: 'Install a plugin', subject: NAME });
    expect(job.progress).to.deep.equal({ done: 5, total: 5, message: 'Sample sample 1.0.0 is installed.' });
    const plugin = await server.plugin(ID);
    expect(plugin).to.include({ state: 'ready', source: 'installed', origin: 'registry', version: '1.0.0', installedVersion: '1.0.0' });
    expect(plugin).to.include({ enabled: true, restartNeeded: false }).and.not.have.property('previousVersion');
    expect(await send('hello')).to.equal('sent');
    expect(await sent()).to.deep.equal(['hello']);
    expect(await audited()).to.deep.equal(['plugin.installed']);
  });

  it('come as the newest of a range that runs here, and that version is recorded', async () => {
    world.registry.publish(packQuickly({ version: '1.2.0' }));
    world.registry.publish(packQuickly({ version: '1.3.0', lectern: { api: '^9.0.0' } }));
    world.registry.publish(packQuickly({ version: '2.0.0' }));

    const job = await install({ name: NAME, version: '^1.1' });

    expect(job).to.deep.include({ state: 'done', subject: `${NAME} ^1.1` });
    expect(await server.plugin(ID)).to.include({ version: '1.2.0', installedVersion: '1.2.0', origin: 'registry' });
  });

  it('can be viewed first, with errors reported at once and nothing run or written', async () => {
    const look = (spec: string) => server.admin.get<Record<string, unknown>>(`/api/admin/plugins/package?spec=${encodeURIComponent(spec)}`);
    world.registry.publish(packQuickly({ version: '1.2.0', entry: 'throw new Error("it ran");' }));
    world.registry.publish(packQuickly({ version: '2.0.0', lectern: { api: '^9.0.0' } }));
    world.registry.publish(packQuickly({ pkg: { name: '@someone/lectern-plugin-x' }, lectern: { id: 'notify-x', displayName: 'X' } }));
    world.registry.publish(packQuickly({ name: 'wrong', pkg: { keywords: [] } }));
    world.registry.publish(packQuickly({ name: 'plain', pkg: { lectern: undefined } }));
    world.registry.publish(packQuickly({ name: 'scripted', pkg: { scripts: { postinstall: 'x' } } }));
    world.registry.publish(packQuickly({ name: 'broken', lectern: { id: 'Not An Id' } }));
    const posing = packQuickly({ name: 'posing' });
    world.registry.publish({ ...posing, manifest: { ...posing.manifest, name: 'lectern-plugin-trusted' } });

    const found = await look(` ${NAME}@^1.1 `);
    const scoped = await look('@someone/lectern-plugin-x');
    const other = await look(`${NAME}@2`);

    expect([found.status, found.body]).to.deep.equal([
      200,
      {
        name: NAME,
        version: '1.2.0',
        wanted: '^1.1',
        id: ID,
        displayName: 'Sample sample',
        readme: `# ${NAME}\n`,
        hasProvenance: false,
        description: 'The sample sample.',
        provides: ['notifier'],
        api: '^1.0.0',
        compatible: true,
      },
    ]);
    expect(scoped.body)
      .to.include({ name: '@someone/lectern-plugin-x', version: '1.0.0', displayName: 'X' })
      .and.not.have.property('wanted');
    expect(other.body).to.include({ version: '2.0.0', api: '^9.0.0', compatible: false });
    const refused: [string, number, string, RegExp][] = [
      ['left-pad', 422, 'install_name_invalid', /“left-pad” is not the name of a plugin/],
      ['../evil@1', 422, 'install_name_invalid', /is not the name of a plugin/],
      [`${NAME}@1.x || no`, 422, 'install_version_invalid', /“1\.x \|\| no” is neither a version, a range of versions nor a tag/],
      [`${NAME}@`, 422, 'install_version_invalid', /neither a version, a range of versions nor a tag/],
      ['lectern-plugin-none', 404, 'install_not_found', /has no package lectern-plugin-none/],
      [`${NAME}@^3`, 404, 'install_no_such_version', /has no lectern-plugin-sample \^3; it has 2\.0\.0, 1\.2\.0/],
      ['lectern-plugin-wrong', 422, 'install_not_a_plugin', /does not have the keyword lectern-plugin/],
      ['lectern-plugin-plain', 422, 'install_not_a_plugin', /is not a plugin: its package\.json has no “lectern”/],
      ['lectern-plugin-scripted', 422, 'install_has_scripts', /wants to run something/],
      ['lectern-plugin-broken', 422, 'install_manifest_invalid', /is not that of a plugin/],
      ['lectern-plugin-trusted', 422, 'install_integrity', /lectern-plugin-trusted 1\.0\.0 calls itself lectern-plugin-posing/],
    ];
    for (const [spec, status, code, message] of refused) {
      const answer = await look(spec);
      expect([answer.status, answer.body.code], spec).to.deep.equal([status, code]);
      expect(answer.body.detail, spec).to.match(message);
    }
    world.registry.faults.status = 503;
    expect((await look(NAME)).body).to.include({ status: 502, code: 'install_registry_unreachable' });
    expect(await readdir(join(world.dataDir, 'plugins')).catch(() => [])).to.deep.equal([]);
  });

  it('can be uploaded, with errors reported at once', async () => {
    expect((await server.upload((await npmPack()).tarball)).state).to.equal('done');
    expect(await server.plugin(ID)).to.include({ origin: 'upload', state: 'ready' });
    expect(await readdir(join(world.dataDir, 'plugins', '.uploads'))).to.deep.equal([]);

    const post = (body: Uint8Array, type = 'application/gzip') =>
      server.admin.fetch('/api/admin/plugins/upload', { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(body) });
    const refused: [string, Promise<Response>, number, string][] = [
      ['not an archive', post(Buffer.from('hello')), 422, 'install_archive_invalid'],
      ['no plugin', post(packQuickly({ pkg: { keywords: [] } }).tarball), 422, 'install_not_a_plugin'],
      ['too large', post(Buffer.alloc(20 * 1024 * 1024 + 1)), 413, 'body_too_large'],
      ['JSON', post(Buffer.from('{}'), 'application/json'), 415, 'file_required'],
      ['for another API', post(packQuickly({ lectern: { api: '^9.0.0' } }).tarball), 422, 'install_incompatible'],
    ];
    for (const [what, answering, status, code] of refused) {
      const answer = await answering;
      expect([answer.status, ((await answer.json()) as { code: string }).code], what).to.deep.equal([status, code]);
    }
  });

  it('are updated at the next start, can be rolled back, and are removed with their code', async () => {
    for (const version of ['1.0.0', '1.1.0']) world.registry.publish(packQuickly({ version }));
    await install({ name: NAME, version: '1.0.0' });
    await integrate();

    const { body: updates } = await server.admin.get('/api/admin/plugins/updates');
    const { body: placed } = await server.admin.post<{ jobId: string }>(`/api/admin/plugins/${ID}/update`, {});
    const job = await server.over(placed.jobId);
    const before = await server.plugin(ID);
    await restart();
    const after = await server.plugin(ID);
    const back = await server.admin.post<Record<string, unknown>>(`/api/admin/plugins/${ID}/rollback`);
    await restart();

    expect(updates).to.deep.include({ items: [{ id: ID, version: '1.1.0', compatible: true }] });
    expect(job.state).to.equal('done');
    expect(before).to.include({
      version: '1.0.0',
      installedVersion: '1.1.0',
      previousVersion: '1.0.0',
      restartNeeded: true,
      state: 'ready',
    });
    expect(after).to.include({ version: '1.1.0', installedVersion: '1.1.0', restartNeeded: false });
    expect(back.body).to.include({ version: '1.1.0', installedVersion: '1.0.0', previousVersion: '1.1.0', restartNeeded: true });
    expect(await server.plugin(ID)).to.include({ version: '1.0.0', restartNeeded: false });

    expect((await server.admin.delete(`/api/admin/plugins/${ID}`)).status).to.equal(204);
    expect(server.host.plugin(ID)).to.equal(undefined);
    expect(server.host.instances()[0]).to.include({ state: 'failed' }).and.have.nested.property('lastError.code', 'PLUGIN_NOT_INSTALLED');
    expect(world.integrations, 'settings are kept').to.have.length(1);
    expect((await readdir(join(world.dataDir, 'plugins'))).filter((name) => !name.startsWith('.'))).to.deep.equal([]);
    expect((await server.admin.delete(`/api/admin/plugins/${ID}`)).status).to.equal(404);
    expect(await audited()).to.deep.equal(['plugin.installed', 'plugin.updated', 'plugin.rolled_back', 'plugin.removed']);
    await install({ name: NAME, version: '1.1.0' });
    expect(await send('again')).to.equal('sent');
  });

  it('are removed with their settings on request', async () => {
    await server.upload(packQuickly().tarball);
    await integrate();

    await server.admin.delete(`/api/admin/plugins/${ID}?settings=remove`);

    expect(world.integrations).to.deep.equal([]);
    expect(server.host.instances()).to.deep.equal([]);
  });

  it('are disabled and enabled at once, even bundled ones', async () => {
    await server.upload(packQuickly().tarball);
    await integrate();

    const off = await server.admin.patch(`/api/admin/plugins/${ID}`, { enabled: false });
    const whileOff = [await send('no'), server.host.instances()[0]?.state];
    await restart();
    const afterRestart = await server.plugin(ID);
    const on = await server.admin.patch(`/api/admin/plugins/${ID}`, { enabled: true });

    expect(off.body).to.deep.include({ state: 'disabled', enabled: false });
    expect(whileOff[0]).to.match(/is not running \(disabled\)/);
    expect(whileOff[1]).to.equal('disabled');
    expect(afterRestart).to.include({ state: 'disabled', enabled: false, restartNeeded: false });
    expect(on.body).to.deep.include({ state: 'ready', enabled: true });
    expect(await send('yes')).to.equal('sent');
    expect((await server.admin.patch('/api/admin/plugins/notify-healthy', { enabled: false })).body).to.include({
      state: 'disabled',
      origin: 'bundled',
    });
    expect((await server.admin.delete('/api/admin/plugins/notify-healthy')).body).to.include({ code: 'plugin_bundled' });
    expect((await server.admin.post('/api/admin/plugins/notify-healthy/update', {})).body).to.include({ code: 'plugin_bundled' });
    expect((await server.admin.post('/api/admin/plugins/notify-healthy/rollback')).body).to.include({ code: 'plugin_bundled' });
    expect((await server.admin.patch('/api/admin/plugins/none', { enabled: false })).status).to.equal(404);
  });

  it('run for another plugin API only if an admin says so', async () => {
    const { tarball } = packQuickly({ lectern: { api: '^9.0.0' } });

    await server.upload(tarball, '?allowIncompatible=true');
    const forced = await server.plugin(ID);
    await integrate();
    const strict = await server.admin.patch(`/api/admin/plugins/${ID}`, { ignoreCompatibility: false });
    const whileStrict = await send('no');
    const lenient = await server.admin.patch(`/api/admin/plugins/${ID}`, { ignoreCompatibility: true });
    const whileLenient = await send('yes');
    await server.admin.patch(`/api/admin/plugins/${ID}`, { ignoreCompatibility: false });
    await restart();
    const refused = await server.plugin(ID);
    const again = await server.admin.patch(`/api/admin/plugins/${ID}`, { ignoreCompatibility: true });

    expect(forced).to.include({ state: 'ready', ignoreCompatibility: true, api: '^9.0.0', compatible: false });
    expect(strict.body).to.include({ state: 'incompatible', ignoreCompatibility: false });
    expect(whileStrict).to.match(/is not running \(incompatible\)/);
    expect(lenient.body).to.include({ state: 'ready', ignoreCompatibility: true });
    expect(whileLenient).to.equal('sent');
    expect(refused).to.include({ state: 'incompatible', ignoreCompatibility: false });
    expect(refused.error?.message).to.contain('made for plugin API ^9.0.0');
    expect(again.body).to.include({ state: 'ready' });
    expect(await audited()).to.deep.equal([
      'plugin.installed',
      ...['plugin.compatibility_required', 'plugin.compatibility_ignored'],
      ...['plugin.compatibility_required', 'plugin.compatibility_ignored'],
    ]);
  });

  it('are restored at the start if their code is missing', async () => {
    world.registry.publish(packQuickly());
    await install();
    await server.upload(packQuickly({ name: 'local' }).tarball);
    await integrate();
    for (const id of [ID, 'notify-local']) await rm(join(world.dataDir, 'plugins', id), { recursive: true });
    await rm(join(world.dataDir, 'plugins', '.packages', ID), { recursive: true });

    await restart();
    const missing = await server.plugin(ID);
    await server.manager.restore();

    expect(missing).to.include({ state: 'failed', version: '1.0.0', packageName: NAME, restartNeeded: false });
    expect(missing.error?.code).to.equal('PLUGIN_NOT_INSTALLED');
    expect(await server.plugin(ID)).to.include({ state: 'ready', version: '1.0.0' });
    expect(await server.plugin('notify-local')).to.include({ state: 'ready' });
    expect(await send('back')).to.equal('sent');
    expect(await server.manager.missing()).to.deep.equal([]);
  });

  it('are not restored from anything else', async () => {
    world.registry.publish(packQuickly());
    await install();
    await rm(join(world.dataDir, 'plugins'), { recursive: true });
    world.registry.unpublish(NAME);
    world.registry.publish(packQuickly({ files: { 'more.js': 'changed' } }));

    await restart();
    const failed = await server.manager.restore().catch((error: Error) => error.message);

    expect(failed).to.match(/is not what was installed before/);
    const plugin = await server.plugin(ID);
    expect(plugin).to.include({ state: 'failed' });
    expect(plugin.lastError?.message).to.match(/is not what was installed before/);
  });

  const clashes: [string, PackedPlugin, RegExp][] = [
    [
      'a plugin that comes with Lectern',
      packQuickly({ lectern: { id: 'notify-healthy' } }),
      /calls itself notify-healthy, which is lectern-plugin-healthy and comes with Lectern/,
    ],
    [
      'another installed plugin',
      packQuickly({ name: 'other', lectern: { id: ID } }),
      /lectern-plugin-other calls itself notify-sample, and so does lectern-plugin-sample/,
    ],
    ['itself', packQuickly(), /lectern-plugin-sample 1\.0\.0 is installed already\. Nothing was changed/],
    [
      'itself with other contents',
      packQuickly({ files: { 'x.js': 'x' } }),
      /is installed already with other contents; a changed package needs a new version number/,
    ],
  ];
  it('cannot take another plugin’s id', async () => {
    await server.upload(packQuickly().tarball);

    for (const [what, { tarball }, message] of clashes) {
      const job = await server.upload(tarball);
      expect(job.state, what).to.equal('failed');
      expect(job.error, what).to.match(message);
    }
    expect(await server.plugin(ID)).to.include({ state: 'ready', version: '1.0.0' });
  });

  it('stay unchanged after a bad update, and report it', async () => {
    await server.upload(packQuickly().tarball);
    await integrate();

    const job = await server.upload(packQuickly({ version: '2.0.0', entry: `throw new Error('no moon');` }).tarball);

    expect(job).to.include({ state: 'failed', attempt: 1 });
    expect(job.error).to.match(/failed while it was loaded: no moon/);
    const plugin = await server.plugin(ID);
    expect(plugin).to.include({ state: 'ready', version: '1.0.0', installedVersion: '1.0.0', restartNeeded: false });
    expect(plugin.lastError?.message).to.match(/no moon/);
    expect(await send('still here')).to.equal('sent');
  });

  it('can be replaced at once if the previous version never ran', async () => {
    const wrong = packQuickly({ lectern: { api: '^9.0.0' } });
    await server.upload(wrong.tarball, '?allowIncompatible=true');
    await server.admin.patch(`/api/admin/plugins/${ID}`, { ignoreCompatibility: false });
    await restart();

    await server.upload(packQuickly({ version: '1.0.1' }).tarball);

    expect(await server.plugin(ID)).to.include({ state: 'ready', version: '1.0.1', restartNeeded: false });
  });

  it('wait in quarantine until they are released', async () => {
    await server.upload(packQuickly().tarball);
    await integrate();
    for (let n = 0; n < 2; n += 1) server.crashes.add({ pluginId: ID, version: '1.0.0', message: 'Error: boom' });

    await restart();
    const quarantined = await server.plugin(ID);
    const state = server.host.instances()[0]?.state;
    const released = await server.admin.post(`/api/admin/plugins/${ID}/release`);

    expect(quarantined).to.include({ state: 'quarantined' });
    expect(quarantined.quarantine?.message).to.equal('Error: boom');
    expect(state).to.equal('quarantined');
    expect(released.body).to.include({ state: 'ready' });
    expect(await send('free')).to.equal('sent');
    expect((await server.admin.post(`/api/admin/plugins/${ID}/release`)).body).to.include({ code: 'not_quarantined' });
    expect(await audited()).to.include('plugin.released');
  });

  it('show their README', async () => {
    const { body } = await server.admin.get('/api/admin/plugins/notify-healthy/texts');
    const none = await server.admin.get('/api/admin/plugins/notify-none/texts');

    expect(body).to.deep.equal({ readme: '# healthy\n' });
    expect(none.status).to.equal(404);
    expect((await server.plugin('notify-healthy')).texts).to.deep.equal(['readme']);
  });

  it('say plainly that no registry is reachable', async () => {
    await server.upload(packQuickly({ name: 'local' }).tarball);
    world.registry.faults.status = 503;

    const { status, body } = await server.admin.get<{ items: object[]; problem: { code: string; message: string } }>(
      '/api/admin/plugins/search?q=x',
    );
    const job = await install();

    expect(status).to.equal(200);
    expect(body.items).to.deep.equal([]);
    expect(body.problem.code).to.equal('INSTALL_REGISTRY_UNREACHABLE');
    expect(body.problem.message).to.match(/cannot be reached.*or upload the package as a \.tgz file/);
    expect(job.error).to.match(/cannot be reached/);
    expect((await server.admin.post('/api/admin/plugins/install', { name: 'left-pad' })).body).to.include({ code: 'install_name_invalid' });
    expect((await server.admin.post('/api/admin/plugins/install', { name: NAME, version: 'not/a tag' })).body).to.include({
      code: 'install_version_invalid',
    });
  });

  it('can be cancelled during installation', async () => {
    world.registry.faults.silent = true;
    const { body } = await server.admin.post<{ jobId: string }>('/api/admin/plugins/install', { name: NAME });
    while ((await server.jobs.get(body.jobId))?.state !== 'running') await new Promise((resolve) => setTimeout(resolve, 20));

    await server.jobs.cancel(body.jobId);

    expect((await server.over(body.jobId)).state).to.equal('cancelled');
  });
});
