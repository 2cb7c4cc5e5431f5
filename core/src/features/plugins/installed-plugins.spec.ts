import { expect } from 'chai';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packQuickly } from '../../plugin-host/installer/__fixtures__/pack-plugin.js';
import { ID, NAME, useInstalledPlugins } from './installed-plugins.spec.support.js';

describe('installed plugins', () => {
  const scene = useInstalledPlugins();
  const { restart, install, integrate, send, audited } = scene;

  it('are updated at the next start, can be rolled back, and are removed with their code', async () => {
    for (const version of ['1.0.0', '1.1.0']) scene.world.registry.publish(packQuickly({ version }));
    await install({ name: NAME, version: '1.0.0' });
    await integrate();

    const { body: updates } = await scene.server.admin.get('/api/admin/plugins/updates');
    const { body: placed } = await scene.server.admin.post<{ jobId: string }>(`/api/admin/plugins/${ID}/update`, {});
    const job = await scene.server.over(placed.jobId);
    const before = await scene.server.plugin(ID);
    await restart();
    const after = await scene.server.plugin(ID);
    const back = await scene.server.admin.post<Record<string, unknown>>(`/api/admin/plugins/${ID}/rollback`);
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
    expect(await scene.server.plugin(ID)).to.include({ version: '1.0.0', restartNeeded: false });

    expect((await scene.server.admin.delete(`/api/admin/plugins/${ID}`)).status).to.equal(204);
    expect(scene.server.host.plugin(ID)).to.equal(undefined);
    expect(scene.server.host.instances()[0])
      .to.include({ state: 'failed' })
      .and.have.nested.property('lastError.code', 'PLUGIN_NOT_INSTALLED');
    expect(scene.world.integrations, 'settings are kept').to.have.length(1);
    expect((await readdir(join(scene.world.dataDir, 'plugins'))).filter((name) => !name.startsWith('.'))).to.deep.equal([]);
    expect((await scene.server.admin.delete(`/api/admin/plugins/${ID}`)).status).to.equal(404);
    expect(await audited()).to.deep.equal(['plugin.installed', 'plugin.updated', 'plugin.rolled_back', 'plugin.removed']);
    await install({ name: NAME, version: '1.1.0' });
    expect(await send('again')).to.equal('sent');
  });

  it('keep their id, their integrations and their updates when Lectern comes with a plugin of that id later, until they are removed', async () => {
    await scene.server.upload(packQuickly().tarball);
    await integrate();

    await scene.world.ship('hears-states', ID);
    await restart();
    const kept = await scene.server.plugin(ID);
    const sent = await send('still');
    const job = await scene.server.upload(packQuickly({ version: '1.1.0' }).tarball);
    await restart();
    const updated = await scene.server.plugin(ID);
    await scene.server.admin.delete(`/api/admin/plugins/${ID}`);
    const builtIn = await scene.server.plugin(ID);

    expect(kept).to.include({ packageName: NAME, version: '1.0.0', origin: 'upload', insteadOf: 'lectern-plugin-hears-states' });
    expect(sent).to.equal('sent');
    expect(job.state, job.error).to.equal('done');
    expect(updated).to.include({ packageName: NAME, version: '1.1.0', state: 'ready' });
    expect(builtIn).to.include({ packageName: 'lectern-plugin-hears-states', origin: 'bundled' }).and.not.have.property('insteadOf');
    expect(scene.world.integrations, 'settings are kept').to.have.length(1);
  });

  it('are removed with their settings on request', async () => {
    await scene.server.upload(packQuickly().tarball);
    await integrate();

    await scene.server.admin.delete(`/api/admin/plugins/${ID}?settings=remove`);

    expect(scene.world.integrations).to.deep.equal([]);
    expect(scene.server.host.instances()).to.deep.equal([]);
  });

  it('are disabled and enabled at once, even bundled ones', async () => {
    await scene.server.upload(packQuickly().tarball);
    await integrate();

    const off = await scene.server.admin.patch(`/api/admin/plugins/${ID}`, { enabled: false });
    const whileOff = [await send('no'), scene.server.host.instances()[0]?.state];
    await restart();
    const afterRestart = await scene.server.plugin(ID);
    const on = await scene.server.admin.patch(`/api/admin/plugins/${ID}`, { enabled: true });

    expect(off.body).to.deep.include({ state: 'disabled', enabled: false });
    expect(whileOff[0]).to.match(/is not running \(switched off\)/);
    expect(whileOff[1]).to.equal('disabled');
    expect(afterRestart).to.include({ state: 'disabled', enabled: false, restartNeeded: false });
    expect(on.body).to.deep.include({ state: 'ready', enabled: true });
    expect(await send('yes')).to.equal('sent');
    expect((await scene.server.admin.patch('/api/admin/plugins/notify-healthy', { enabled: false })).body).to.include({
      state: 'disabled',
      origin: 'bundled',
    });
    expect((await scene.server.admin.delete('/api/admin/plugins/notify-healthy')).body).to.include({ code: 'plugin_bundled' });
    expect((await scene.server.admin.post('/api/admin/plugins/notify-healthy/update', {})).body).to.include({ code: 'plugin_bundled' });
    expect((await scene.server.admin.post('/api/admin/plugins/notify-healthy/rollback')).body).to.include({ code: 'plugin_bundled' });
    expect((await scene.server.admin.patch('/api/admin/plugins/none', { enabled: false })).status).to.equal(404);
  });

  it('run for another plugin API only if an admin says so', async () => {
    const { tarball } = packQuickly({ lectern: { api: '^9.0.0' } });

    await scene.server.upload(tarball, '?allowIncompatible=true');
    const forced = await scene.server.plugin(ID);
    await integrate();
    const strict = await scene.server.admin.patch(`/api/admin/plugins/${ID}`, { ignoreCompatibility: false });
    const whileStrict = await send('no');
    const lenient = await scene.server.admin.patch(`/api/admin/plugins/${ID}`, { ignoreCompatibility: true });
    const whileLenient = await send('yes');
    await scene.server.admin.patch(`/api/admin/plugins/${ID}`, { ignoreCompatibility: false });
    await restart();
    const refused = await scene.server.plugin(ID);
    const again = await scene.server.admin.patch(`/api/admin/plugins/${ID}`, { ignoreCompatibility: true });

    expect(forced).to.include({ state: 'ready', ignoreCompatibility: true, api: '^9.0.0', compatible: false });
    expect(strict.body).to.include({ state: 'incompatible', ignoreCompatibility: false });
    expect(whileStrict).to.match(/is not running \(other version needed\)/);
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
    scene.world.registry.publish(packQuickly());
    await install();
    await scene.server.upload(packQuickly({ name: 'local' }).tarball);
    await integrate();
    for (const id of [ID, 'notify-local']) await rm(join(scene.world.dataDir, 'plugins', id), { recursive: true });
    await rm(join(scene.world.dataDir, 'plugins', '.packages', ID), { recursive: true });

    await restart();
    const missing = await scene.server.plugin(ID);
    await scene.server.manager.restore();

    expect(missing).to.include({ state: 'failed', version: '1.0.0', packageName: NAME, restartNeeded: false });
    expect(missing.error?.code).to.equal('PLUGIN_NOT_INSTALLED');
    expect(await scene.server.plugin(ID)).to.include({ state: 'ready', version: '1.0.0' });
    expect(await scene.server.plugin('notify-local')).to.include({ state: 'ready' });
    expect(await send('back')).to.equal('sent');
    expect(await scene.server.manager.missing()).to.deep.equal([]);
  });

  it('are not restored from anything else', async () => {
    scene.world.registry.publish(packQuickly());
    await install();
    await rm(join(scene.world.dataDir, 'plugins'), { recursive: true });
    scene.world.registry.unpublish(NAME);
    scene.world.registry.publish(packQuickly({ files: { 'more.js': 'changed' } }));

    await restart();
    const failed = await scene.server.manager.restore().catch((error: Error) => error.message);

    expect(failed).to.match(/is not what was installed before/);
    const plugin = await scene.server.plugin(ID);
    expect(plugin).to.include({ state: 'failed' });
    expect(plugin.lastError?.message).to.match(/is not what was installed before/);
  });

  it('stay unchanged after a bad update, and report it', async () => {
    await scene.server.upload(packQuickly().tarball);
    await integrate();

    const job = await scene.server.upload(packQuickly({ version: '2.0.0', entry: `throw new Error('no moon');` }).tarball);

    expect(job).to.include({ state: 'failed', attempt: 1 });
    expect(job.error).to.match(/failed while it was loaded: no moon/);
    const plugin = await scene.server.plugin(ID);
    expect(plugin).to.include({ state: 'ready', version: '1.0.0', installedVersion: '1.0.0', restartNeeded: false });
    expect(plugin.lastError?.message).to.match(/no moon/);
    expect(await send('still here')).to.equal('sent');
  });

  it('can be replaced at once if the previous version never ran', async () => {
    const wrong = packQuickly({ lectern: { api: '^9.0.0' } });
    await scene.server.upload(wrong.tarball, '?allowIncompatible=true');
    await scene.server.admin.patch(`/api/admin/plugins/${ID}`, { ignoreCompatibility: false });
    await restart();

    await scene.server.upload(packQuickly({ version: '1.0.1' }).tarball);

    expect(await scene.server.plugin(ID)).to.include({ state: 'ready', version: '1.0.1', restartNeeded: false });
  });

  it('wait in quarantine until they are released', async () => {
    await scene.server.upload(packQuickly().tarball);
    await integrate();
    for (let n = 0; n < 2; n += 1) scene.server.crashes.add({ pluginId: ID, version: '1.0.0', message: 'Error: boom' });

    await restart();
    const quarantined = await scene.server.plugin(ID);
    const state = scene.server.host.instances()[0]?.state;
    const released = await scene.server.admin.post(`/api/admin/plugins/${ID}/release`);

    expect(quarantined).to.include({ state: 'quarantined' });
    expect(quarantined.quarantine?.message).to.equal('Error: boom');
    expect(state).to.equal('quarantined');
    expect(released.body).to.include({ state: 'ready' });
    expect(await send('free')).to.equal('sent');
    expect((await scene.server.admin.post(`/api/admin/plugins/${ID}/release`)).body).to.include({ code: 'not_quarantined' });
    expect(await audited()).to.include('plugin.released');
  });
});
