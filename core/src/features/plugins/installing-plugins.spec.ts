import { expect } from 'chai';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { npmPack, packQuickly, type PackedPlugin } from '../../plugin-host/installer/__fixtures__/pack-plugin.js';
import { ID, NAME, useInstalledPlugins } from './installed-plugins.spec.support.js';

describe('plugins to install', () => {
  const scene = useInstalledPlugins();
  const { sent, install, integrate, send, audited } = scene;

  it('come from the registry, work at once, and are recorded', async () => {
    scene.world.registry.publish(await npmPack());

    const { body: found } = await scene.server.admin.get<{ items: { name: string }[] }>('/api/admin/plugins/search?q=sample');
    const { body: versions } = await scene.server.admin.get(`/api/admin/plugins/versions?name=${NAME}`);
    const job = await install();
    await integrate();

    expect(found.items.map(({ name }) => name)).to.deep.equal([NAME]);
    expect(versions).to.deep.include({ latest: '1.0.0', versions: [{ version: '1.0.0', compatible: true, api: '^1.0.0' }] });
    expect(job).to.deep.include({ state: 'done', title: 'Install a plugin', subject: NAME });
    expect(job.progress).to.deep.equal({ done: 5, total: 5, message: 'Sample sample 1.0.0 is installed.' });
    const plugin = await scene.server.plugin(ID);
    expect(plugin).to.include({ state: 'ready', source: 'installed', origin: 'registry', version: '1.0.0', installedVersion: '1.0.0' });
    expect(plugin).to.include({ enabled: true, restartNeeded: false }).and.not.have.property('previousVersion');
    expect(await send('hello')).to.equal('sent');
    expect(await sent()).to.deep.equal(['hello']);
    expect(await audited()).to.deep.equal(['plugin.installed']);
  });

  it('come as the newest of a range that runs here, and that version is recorded', async () => {
    scene.world.registry.publish(packQuickly({ version: '1.2.0' }));
    scene.world.registry.publish(packQuickly({ version: '1.3.0', lectern: { api: '^9.0.0' } }));
    scene.world.registry.publish(packQuickly({ version: '2.0.0' }));

    const job = await install({ name: NAME, version: '^1.1' });

    expect(job).to.deep.include({ state: 'done', subject: `${NAME} ^1.1` });
    expect(await scene.server.plugin(ID)).to.include({ version: '1.2.0', installedVersion: '1.2.0', origin: 'registry' });
  });

  it('can be viewed first, with errors reported at once and nothing run or written', async () => {
    const look = (spec: string) =>
      scene.server.admin.get<Record<string, unknown>>(`/api/admin/plugins/package?spec=${encodeURIComponent(spec)}`);
    scene.world.registry.publish(packQuickly({ version: '1.2.0', entry: 'throw new Error("it ran");' }));
    scene.world.registry.publish(packQuickly({ version: '2.0.0', lectern: { api: '^9.0.0' } }));
    scene.world.registry.publish(
      packQuickly({ pkg: { name: '@someone/lectern-plugin-x' }, lectern: { id: 'notify-x', displayName: 'X' } }),
    );
    scene.world.registry.publish(packQuickly({ name: 'wrong', pkg: { keywords: [] } }));
    scene.world.registry.publish(packQuickly({ name: 'plain', pkg: { lectern: undefined } }));
    scene.world.registry.publish(packQuickly({ name: 'scripted', pkg: { scripts: { postinstall: 'x' } } }));
    scene.world.registry.publish(packQuickly({ name: 'broken', lectern: { id: 'Not An Id' } }));
    const posing = packQuickly({ name: 'posing' });
    scene.world.registry.publish({ ...posing, manifest: { ...posing.manifest, name: 'lectern-plugin-trusted' } });

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
      [`${NAME}@^3`, 404, 'install_no_such_version', /has no lectern-plugin-sample \^3; it has 2\.0\.0(?:, and| and|,) 1\.2\.0/],
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
    scene.world.registry.faults.status = 503;
    expect((await look(NAME)).body).to.include({ status: 502, code: 'install_registry_unreachable' });
    expect(await readdir(join(scene.world.dataDir, 'plugins')).catch(() => [])).to.deep.equal([]);
  });

  it('can be uploaded, with errors reported at once', async () => {
    expect((await scene.server.upload((await npmPack()).tarball)).state).to.equal('done');
    expect(await scene.server.plugin(ID)).to.include({ origin: 'upload', state: 'ready' });
    expect(await readdir(join(scene.world.dataDir, 'plugins', '.uploads'))).to.deep.equal([]);

    const post = (body: Uint8Array, type = 'application/gzip') =>
      scene.server.admin.fetch('/api/admin/plugins/upload', {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(body),
      });
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
    await scene.server.upload(packQuickly().tarball);

    for (const [what, { tarball }, message] of clashes) {
      const job = await scene.server.upload(tarball);
      expect(job.state, what).to.equal('failed');
      expect(job.error, what).to.match(message);
    }
    expect(await scene.server.plugin(ID)).to.include({ state: 'ready', version: '1.0.0' });
  });

  it('show their README', async () => {
    const { body } = await scene.server.admin.get('/api/admin/plugins/notify-healthy/texts');
    const none = await scene.server.admin.get('/api/admin/plugins/notify-none/texts');

    expect(body).to.deep.equal({ readme: '# healthy\n' });
    expect(none.status).to.equal(404);
    expect((await scene.server.plugin('notify-healthy')).texts).to.deep.equal(['readme']);
  });

  it('say plainly that no registry is reachable', async () => {
    await scene.server.upload(packQuickly({ name: 'local' }).tarball);
    scene.world.registry.faults.status = 503;

    const { status, body } = await scene.server.admin.get<{ items: object[]; problem: { code: string; message: string } }>(
      '/api/admin/plugins/search?q=x',
    );
    const job = await install();

    expect(status).to.equal(200);
    expect(body.items).to.deep.equal([]);
    expect(body.problem.code).to.equal('INSTALL_REGISTRY_UNREACHABLE');
    expect(body.problem.message).to.match(/cannot be reached.*or upload the package as a \.tgz file/);
    expect(job.error).to.match(/cannot be reached/);
    expect((await scene.server.admin.post('/api/admin/plugins/install', { name: 'left-pad' })).body).to.include({
      code: 'install_name_invalid',
    });
    expect((await scene.server.admin.post('/api/admin/plugins/install', { name: NAME, version: 'not/a tag' })).body).to.include({
      code: 'install_version_invalid',
    });
  });

  it('can be cancelled during installation', async () => {
    scene.world.registry.faults.silent = true;
    const { body } = await scene.server.admin.post<{ jobId: string }>('/api/admin/plugins/install', { name: NAME });
    while ((await scene.server.jobs.get(body.jobId))?.state !== 'running') await new Promise((resolve) => setTimeout(resolve, 20));

    await scene.server.jobs.cancel(body.jobId);

    expect((await scene.server.over(body.jobId)).state).to.equal('cancelled');
  });
});
