import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmPack, packQuickly, SAMPLE_ENTRY, type SamplePlugin } from './__fixtures__/pack-plugin.js';
import { startStubRegistry, type StubRegistry } from './__fixtures__/stub-registry.js';
import { createInstaller, type Installer, type InstallerOptions } from './installer.js';
import type { InstallProgress } from './place-package.js';
import { InstallError } from './install-error.js';
import { integrityOf } from './integrity.js';
import { createRegistry } from './registry.js';

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    expect(error).to.be.instanceOf(InstallError);
    return `${(error as InstallError).code}: ${(error as InstallError).message}`;
  }
  return 'accepted';
}

describe('installing packages', () => {
  let stub: StubRegistry;
  let dataDir: string;
  let installer: Installer;

  function make(change: Partial<InstallerOptions> = {}, token?: string): Installer {
    const redact = (text: string): string => text.replaceAll('secret-token', '[redacted]');
    const registry = createRegistry({ url: stub.url, userAgent: 'Lectern/test', redact, token, timeoutMs: 5_000 });
    return createInstaller({
      dataDir,
      registry,
      npm: { registryAddress: registry.address, token, redact },
      checkTimeoutMs: 20_000,
      ...change,
    });
  }

  beforeEach(async () => {
    stub = await startStubRegistry();
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-install-'));
    installer = make();
  });
  afterEach(async () => {
    await stub.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const inPlace = async (): Promise<string[]> =>
    (await readdir(join(dataDir, 'plugins')).catch(() => [])).filter((name) => !name.startsWith('.'));
  const leftOver = async (): Promise<string[]> => readdir(join(dataDir, 'plugins', '.staging')).catch(() => []);

  it('installs a version from a registry with its dependencies, and reports progress', async () => {
    const dependency = packQuickly({
      pkg: { name: 'tiny-greeting', dependencies: {}, lectern: undefined },
      entry: `export const greeting = 'hello';`,
    });
    const packed = await npmPack({
      pkg: { dependencies: { '@lectern/plugin-api': '^1.0.0', 'tiny-greeting': '^1.0.0' } },
      entry: `import { greeting } from 'tiny-greeting';\nif (greeting !== 'hello') throw new Error('no greeting');\n${SAMPLE_ENTRY}`,
    });
    stub.publish(dependency);
    stub.publish(packed);
    const steps: InstallProgress[] = [];
    const progress = (step: InstallProgress): void => void steps.push(step);

    const installed = await installer.install(await installer.fetch('lectern-plugin-sample', '1.0.0', { progress }), { progress });

    const integrity = integrityOf(packed.tarball);
    const name = 'lectern-plugin-sample';
    expect(installed).to.deep.equal({ id: 'notify-sample', name, displayName: 'Sample sample', version: '1.0.0', integrity });
    expect(steps.map(({ done, total }) => `${done}/${total}`)).to.deep.equal(['0/5', '1/5', '2/5', '3/5', '4/5']);
    const dir = installer.layout.versionDir('notify-sample', '1.0.0');
    expect(await readdir(join(dir, 'node_modules'))).to.include.members(['@lectern', 'lectern-plugin-sample', 'tiny-greeting']);
    const npmrc = await readFile(join(dir, '.npmrc'), 'utf8');
    expect(npmrc).to.contain('ignore-scripts=true\n').and.contain('legacy-peer-deps=true\n').and.contain(`registry=${stub.url}\n`);
    expect(await leftOver()).to.deep.equal([]);
    expect(await installer.hasCode('notify-sample', '1.0.0', name)).to.equal(true);
  });

  it('needs no registry for a file whose plugin has no other dependencies', async () => {
    stub.faults.status = 503;

    const installed = await installer.install((await npmPack()).tarball);

    expect(installed.id).to.equal('notify-sample');
    expect(stub.asked).to.deep.equal([]);
  });

  it('runs no scripts of dependencies', async () => {
    const scripts = { preinstall: 'touch ran', install: 'touch ran', postinstall: 'touch ran' };
    stub.publish(packQuickly({ pkg: { name: 'scripted', dependencies: {}, lectern: undefined, scripts } }));
    const { tarball } = packQuickly({ pkg: { dependencies: { '@lectern/plugin-api': '^1.0.0', scripted: '1.0.0' } } });

    await installer.install(tarball);

    const dir = join(installer.layout.versionDir('notify-sample', '1.0.0'), 'node_modules', 'scripted');
    expect(await readdir(dir))
      .to.include('index.js')
      .and.not.include('ran');
  });

  it('refuses native code in a package and in what it depends on, and leaves nothing', async () => {
    const files = { 'build/addon.node': 'native' };
    stub.publish(packQuickly({ pkg: { name: 'addon', dependencies: {}, lectern: undefined }, files }));
    const own = packQuickly({ files }).tarball;
    const inherited = packQuickly({ pkg: { dependencies: { '@lectern/plugin-api': '^1.0.0', addon: '1.0.0' } } }).tarball;

    for (const tarball of [own, inherited]) {
      const error = await installer.install(tarball).catch((reason: unknown) => reason);
      expect(error).to.include({ code: 'INSTALL_NATIVE' });
      expect((error as Error).message).to.match(/lectern-plugin-sample 1\.0\.0 comes with native code: .*build\/addon\.node\./);
    }
    expect(await readdir(join(dataDir, 'plugins')).catch(() => [])).to.not.include('notify-sample');
  });

  it('sends the token to the registry, and stores it nowhere', async () => {
    const dependency = { '@lectern/plugin-api': '^1.0.0', 'tiny-greeting': '^1.0.0' };
    stub.publish(packQuickly({ pkg: { name: 'tiny-greeting', dependencies: {}, lectern: undefined } }));
    stub.publish(packQuickly({ pkg: { dependencies: dependency } }));
    const trusted = make({}, 'secret-token');

    await trusted.install(await trusted.fetch('lectern-plugin-sample', undefined));

    expect(stub.asked.length).to.be.greaterThan(3);
    expect(stub.asked.filter(({ authorization }) => authorization !== 'Bearer secret-token')).to.deep.equal([]);
    const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
    expect(texts.filter((text) => text.includes('secret-token'))).to.deep.equal([]);
  });

  const broken: Record<string, [SamplePlugin, RegExp]> = {
    'throws when it is loaded': [
      { entry: `throw new Error('no moon today');` },
      /^INSTALL_CHECK_FAILED: .*failed while it was loaded: no moon today/,
    ],
    'exits when it is loaded': [
      { entry: 'process.exit(0);' },
      /^INSTALL_CHECK_FAILED: .*ends the process when it is loaded \(with code 0\)/,
    ],
    'waits for ever when it is loaded': [
      { entry: 'await new Promise(() => setInterval(() => {}, 1000));' },
      // on a busy machine the process begins so late that it is ended from outside
      /^INSTALL_CHECK_FAILED: .*(took longer than|does not come to an end)/,
    ],
    'hangs when it is loaded': [{ entry: 'for (;;);' }, /^INSTALL_CHECK_FAILED: .*does not come to an end while it is loaded/],
    'kills its process': [{ entry: `process.kill(process.pid, 'SIGKILL');` }, /^INSTALL_CHECK_FAILED: .*ends the process .*\(by SIGKILL\)/],
    'crashes a moment later': [
      {
        entry: `setTimeout(() => { throw new Error('late'); }, 1);\nawait new Promise((done) => setTimeout(done, 2000));\n${SAMPLE_ENTRY}`,
      },
      /^INSTALL_CHECK_FAILED: .*ends the process/,
    ],
    'is not what definePlugin makes': [
      { entry: 'export default { create() {} };' },
      /^INSTALL_CHECK_FAILED: .*does not default-export what definePlugin makes/,
    ],
    'has no entry': [{ pkg: { exports: './lib/gone.js' } }, /^INSTALL_CHECK_FAILED: .*has no entry file/],
    'imports what it does not depend on': [
      { entry: `import 'not-there';\n${SAMPLE_ENTRY}` },
      /^INSTALL_CHECK_FAILED: .*needs the package not-there, which is not there/,
    ],
    'has a settings schema that is none': [
      { files: { 'settings.schema.json': '{"type":"string"}' } },
      /^INSTALL_CHECK_FAILED: .*settings schema .* cannot be used/,
    ],
    'depends on what no registry has': [
      { pkg: { dependencies: { '@lectern/plugin-api': '^1.0.0', 'no-such-package': '^1.0.0' } } },
      /^INSTALL_NPM_FAILED: npm could not install what lectern-plugin-sample needs: .*no-such-package/,
    ],
  };
  for (const [what, [sample, message]] of Object.entries(broken)) {
    it(`refuses a plugin that ${what}, and leaves nothing behind`, async () => {
      const quick = make({ checkTimeoutMs: what.includes('ever') || what.includes('hangs') ? 5_000 : 30_000 });

      expect(await refusal(quick.install(packQuickly(sample).tarball))).to.match(message);
      expect([await inPlace(), await leftOver()]).to.deep.equal([[], []]);
    });
  }

  it('refuses a tarball that does not match the registry, or is cut off', async () => {
    stub.publish({ ...packQuickly(), integrity: integrityOf(Buffer.from('something else')) });
    stub.publish(packQuickly({ version: '1.1.0' }));

    expect(await refusal(installer.fetch('lectern-plugin-sample', '1.0.0'))).to.match(
      /^INSTALL_INTEGRITY: What came as lectern-plugin-sample 1\.0\.0/,
    );
    stub.faults.truncated = true;
    expect(await refusal(installer.fetch('lectern-plugin-sample', '1.1.0'))).to.match(/^INSTALL_INTEGRITY/);
  });

  it('refuses a package whose name differs from the registry’s', async () => {
    const { tarball, manifest } = packQuickly();
    stub.publish({ tarball, manifest: { ...manifest, name: 'lectern-plugin-trusted' } });
    stub.publish({ tarball, manifest: { ...manifest, version: '9.0.0' } });

    expect(await refusal(installer.fetch('lectern-plugin-trusted', '1.0.0'))).to.match(
      /^INSTALL_INTEGRITY: .*lectern-plugin-trusted 1\.0\.0 calls itself lectern-plugin-sample 1\.0\.0\./,
    );
    expect(await refusal(installer.fetch(manifest.name, '9.0.0'))).to.match(
      /^INSTALL_INTEGRITY: .*lectern-plugin-sample 9\.0\.0 calls itself lectern-plugin-sample 1\.0\.0\./,
    );
  });

  it('refuses a plugin that needs another Node.js, unless incompatible plugins are allowed', async () => {
    const { tarball } = packQuickly({ pkg: { engines: { node: '>=99' } } });

    expect(await refusal(installer.install(tarball))).to.match(
      /^INSTALL_NODE_VERSION: lectern-plugin-sample 1\.0\.0 needs Node\.js >=99; this Lectern runs with \d+\.\d+\.\d+\. Update Node\.js/,
    );
    expect((await installer.install(tarball, { allowIncompatible: true })).id).to.equal('notify-sample');
  });

  it('keeps the running version when an update fails', async () => {
    await installer.install(packQuickly().tarball);

    const failed = await refusal(installer.install(packQuickly({ version: '2.0.0', entry: 'throw 1' }).tarball));

    expect(failed).to.match(/^INSTALL_CHECK_FAILED/);
    expect(await readdir(installer.layout.pluginDir('notify-sample'))).to.deep.equal(['1.0.0']);
  });

  it('keeps versions beside each other, and removes those it need not keep', async () => {
    for (const version of ['1.0.0', '1.1.0', '2.0.0']) await installer.install(packQuickly({ version }).tarball);

    await installer.remove('notify-sample', ['1.1.0', '2.0.0']);
    const kept = await readdir(installer.layout.pluginDir('notify-sample'));
    const tarballs = await readdir(join(installer.layout.packages, 'notify-sample'));
    await installer.remove('notify-sample');

    expect(kept).to.deep.equal(['1.1.0', '2.0.0']);
    expect(tarballs).to.deep.equal(['1.1.0.tgz', '2.0.0.tgz']);
    expect(await inPlace()).to.deep.equal([]);
  });

  it('restores missing code from the kept file or the registry, and only the same code', async () => {
    const packed = packQuickly();
    const version = { ...(await installer.install(packed.tarball)), fromRegistry: true };
    const code = installer.layout.pluginDir('notify-sample');
    const present = (): Promise<boolean> => installer.hasCode('notify-sample', '1.0.0', 'lectern-plugin-sample');
    await rm(code, { recursive: true });
    expect(await present()).to.equal(false);

    await installer.restore(version);
    expect(await present(), 'from the file').to.equal(true);
    await rm(join(dataDir, 'plugins'), { recursive: true });
    expect(await refusal(installer.restore({ ...version, fromRegistry: false }))).to.match(/^INSTALL_NOT_FOUND: .*Upload it again/);
    stub.publish(packed);
    await installer.restore(version);
    expect(await present(), 'from the registry').to.equal(true);
    await rm(join(dataDir, 'plugins'), { recursive: true });
    stub.unpublish('lectern-plugin-sample');
    stub.publish(packQuickly({ entry: `${SAMPLE_ENTRY}// changed` }));
    expect(await refusal(installer.restore(version))).to.match(/^INSTALL_INTEGRITY: .*not what was installed before/);
  });

  it('can be cancelled while npm runs', async () => {
    stub.faults.silent = true;
    const abort = new AbortController();
    const { tarball } = packQuickly({ pkg: { dependencies: { '@lectern/plugin-api': '^1.0.0', slow: '^1.0.0' } } });
    const progress = ({ done }: InstallProgress): void => {
      if (done === 2) setTimeout(() => abort.abort(), 300);
    };

    expect(await refusal(installer.install(tarball, { signal: abort.signal, progress }))).to.match(/^INSTALL_CANCELLED/);
    expect([await inPlace(), await leftOver()]).to.deep.equal([[], []]);
  });

  it('says so if npm is missing, and when the disk cannot be written', async () => {
    const npm = { registryAddress: async () => stub.url, redact: (text: string) => text, findCli: async () => undefined };
    expect(await refusal(make({ npm }).install(packQuickly().tarball))).to.match(/^INSTALL_NPM_MISSING: npm was found neither/);

    dataDir = join(dataDir, 'file', 'below');
    await writeFile(join(dataDir, '..'), 'a file');
    expect(await refusal(make().install(packQuickly().tarball))).to.match(/^INSTALL_DISK: The data directory cannot be written/);
    dataDir = join(dataDir, '..', '..');
  });

  it('waits for another process, but not for one that died', async () => {
    const lock = join(dataDir, 'plugins', '.lock');
    await mkdir(join(dataDir, 'plugins'), { recursive: true });
    await writeFile(lock, JSON.stringify({ pid: process.pid, host: hostname() }));
    expect(await refusal(make({ lockWaitMs: 300 }).cleanUp())).to.match(/^INSTALL_BUSY/);

    await writeFile(lock, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
    await make({ lockWaitMs: 300 }).cleanUp();
  });
});

describe('a registry', () => {
  let stub: StubRegistry;
  beforeEach(async () => (stub = await startStubRegistry()));
  afterEach(() => stub.close());
  const client = (url: string = stub.url) => createRegistry({ url, userAgent: 'Lectern/test', redact: (text) => text, timeoutMs: 1_000 });

  it('can be searched for plugins', async () => {
    stub.publish(packQuickly({ name: 'moon' }));
    stub.publish(packQuickly({ name: 'sun' }));
    stub.publish(packQuickly({ pkg: { name: 'left-pad' } }));

    const { items } = await client().search({ text: 'moon', limit: 10, from: 0 });

    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({
      name: 'lectern-plugin-moon',
      version: '1.0.0',
      author: 'somebody',
      description: 'The sample moon.',
    });
    expect((await client().search({ text: '', limit: 10, from: 0 })).items.map(({ name }) => name)).to.have.members([
      'lectern-plugin-moon',
      'lectern-plugin-sun',
    ]);
  });

  it('can be searched for plugins even if it does not support keywords', async () => {
    stub.faults.plainSearch = true;
    for (const name of ['moon', 'sun']) stub.publish(packQuickly({ name }));
    stub.publish(packQuickly({ pkg: { name: 'about-lectern-plugin', keywords: [] } }));
    stub.publish(packQuickly({ pkg: { name: 'lectern-plugin-unmarked', keywords: [] } }));

    const { items, total } = await client().search({ text: '', limit: 10, from: 0 });
    const moon = await client().search({ text: 'moon', limit: 10, from: 0 });

    expect(items.map(({ name }) => name)).to.have.members(['lectern-plugin-moon', 'lectern-plugin-sun']);
    expect(total).to.equal(2);
    expect(moon.items.map(({ name }) => name)).to.deep.equal(['lectern-plugin-moon']);
  });

  it('lists versions, newest first, with the plugin API they are made for', async () => {
    for (const version of ['1.0.0', '1.10.0', '1.9.0']) stub.publish(packQuickly({ version }));

    const found = await client().versions('lectern-plugin-sample');

    expect(found.latest).to.equal('1.9.0');
    expect(found.versions.map(({ version, api }) => [version, api])).to.deep.equal(
      ['1.10.0', '1.9.0', '1.0.0'].map((version) => [version, '^1.0.0']),
    );
    expect((await client().resolve('lectern-plugin-sample')).version).to.equal('1.9.0');
    expect((await client().resolve('lectern-plugin-sample', '~1.9')).version).to.equal('1.9.0');
    expect(await refusal(client().resolve('lectern-plugin-sample', '3.0.0'))).to.match(
      /^INSTALL_NO_SUCH_VERSION: .*has no lectern-plugin-sample 3\.0\.0; it has 1\.10\.0, 1\.9\.0, and 1\.0\.0\. /,
    );
    expect(await refusal(client().resolve('lectern-plugin-sample', '^3'))).to.match(/^INSTALL_NO_SUCH_VERSION: .*-sample \^3; it has/);
    for (const wanted of ['not/a tag', '', ' ', 'https://example.org/x.tgz', `^1.${'0'.repeat(100)}`]) {
      expect(await refusal(client().resolve('lectern-plugin-sample', wanted)), wanted).to.match(/^INSTALL_VERSION_INVALID/);
    }
    expect(await refusal(client().resolve('lectern-plugin-none'))).to.match(/^INSTALL_NOT_FOUND/);
    expect(await refusal(client().resolve('../evil'))).to.match(/^INSTALL_NAME_INVALID/);
  });

  it('gets plain messages about its faults', async () => {
    const look = () => refusal(client().search({ text: '', limit: 1, from: 0 }));
    stub.faults.noSearch = true;
    expect(await look()).to.match(/^INSTALL_NO_SEARCH: The registry 127\.0\.0\.1:\d+ cannot be searched/);
    stub.faults.html = true;
    expect(await look()).to.match(/^INSTALL_REGISTRY_ANSWER/);
    stub.faults.status = 401;
    expect(await look()).to.match(/^INSTALL_REGISTRY_REFUSED/);
    stub.faults.status = 503;
    expect(await look()).to.match(/^INSTALL_REGISTRY_UNREACHABLE/);
    delete stub.faults.status;
    stub.faults.silent = true;
    expect(await look()).to.match(/^INSTALL_REGISTRY_UNREACHABLE: .*timed out/);
    expect(await refusal(client('http://127.0.0.1:9/').search({ text: '', limit: 1, from: 0 }))).to.match(
      /^INSTALL_REGISTRY_UNREACHABLE: .*refused/,
    );
  });
});
