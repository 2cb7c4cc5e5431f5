import { expect } from 'chai';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFixtureRoot, installFixture, type FixtureRoot } from './__fixtures__/install-fixtures.js';
import { discoverPlugins } from './discovery.js';
import { loadPlugin, type LoadedPlugin } from './loader.js';

const FIXTURES = [
  'healthy',
  'throws-on-import',
  'missing-dependency',
  'wrong-shape',
  'hangs-on-import',
  'top-level-await',
  'invalid-manifest',
  'wrong-api',
];

describe('loading plugins', () => {
  let root: FixtureRoot;
  let loaded: Map<string, LoadedPlugin>;
  const ran: string[] = [];

  before(async () => {
    Object.assign(globalThis, { lecternFixtureLog: ran });
    root = await createFixtureRoot(FIXTURES);
    const found = await discoverPlugins({ pluginRoots: [join(root.root, 'core', 'dist')] });
    const all = await Promise.all(found.map((one) => loadPlugin(one, { importTimeoutMs: 400 })));
    loaded = new Map(all.map((plugin) => [plugin.packageName.replace('lectern-plugin-', ''), plugin]));
  });
  after(() => root.remove());

  it('finds every plugin in the node_modules above the root', () => {
    expect([...loaded.keys()].sort()).to.deep.equal([...FIXTURES].sort());
  });

  for (const name of ['healthy', 'top-level-await']) {
    it(`loads ${name}`, () => {
      const plugin = loaded.get(name);

      expect(plugin?.error).to.equal(undefined);
      expect(plugin?.definition?.create).to.be.a('function');
      expect(plugin?.texts.readme).to.contain(name);
      expect(plugin?.settings?.secretFields).to.deep.equal(['apiKey']);
    });
  }

  for (const [name, code, text] of [
    ['throws-on-import', 'PLUGIN_IMPORT_FAILED', /thrown while imported/],
    ['hangs-on-import', 'PLUGIN_IMPORT_FAILED', /took longer than 0\.4 s/],
    ['missing-dependency', 'PLUGIN_DEPENDENCY_MISSING', /needs the package lectern-no-such-package/],
    ['wrong-shape', 'PLUGIN_SHAPE_INVALID', /definePlugin/],
    ['invalid-manifest', 'PLUGIN_MANIFEST_INVALID', /lectern\/id .*lectern\/instances .*lectern\/api must be a range/],
    ['wrong-api', 'PLUGIN_INCOMPATIBLE', /made for plugin API \^99\.0\.0/],
  ] as const) {
    it(`says ${code} of ${name}, naming package, version, path and what to do`, () => {
      const error = loaded.get(name)?.error;

      expect(error?.code).to.equal(code);
      expect(error?.message).to.match(text);
      expect(error?.message).to.contain(`lectern-plugin-${name} 1.0.0 (node_modules/lectern-plugin-${name})`);
      expect(error?.message).to.match(/author|Install/);
      expect(error?.message).not.to.contain(root.root);
    });
  }

  it('keeps the settings schema and the manifest of a plugin that cannot be loaded', () => {
    expect(loaded.get('throws-on-import')?.settings?.schema.type).to.equal('object');
    expect(loaded.get('wrong-api')?.manifest?.displayName).to.equal('Fixture wrong-api');
  });

  it('runs no code of a plugin whose manifest is wrong or that is incompatible', () => {
    expect(ran).to.deep.equal([]);
  });

  it('distinguishes a plugin whose files are gone from one that fails', async () => {
    const dir = join(root.dataDir, 'plugins', 'notify-gone', '1.0.0');
    await installFixture(join(dir, 'node_modules'), 'healthy');
    await rm(join(dir, 'node_modules'), { recursive: true });

    const found = await discoverPlugins({ pluginRoots: [], installedDir: join(root.dataDir, 'plugins') });
    const plugins = await Promise.all(found.map((one) => loadPlugin(one)));

    expect(plugins.map(({ id, error }) => [id, error?.code])).to.deep.equal([['notify-gone', 'PLUGIN_NOT_INSTALLED']]);
  });

  it('refuses a settings schema that does not compile', async () => {
    const other = await createFixtureRoot(['healthy']);
    await writeFile(
      join(other.modules, 'lectern-plugin-healthy', 'settings.schema.json'),
      '{"type":"object","additionalProperties":false,"propperties":{}}',
    );

    const [found] = await discoverPlugins({ pluginRoots: [other.root] });
    const plugin = found && (await loadPlugin(found));
    await other.remove();

    expect(plugin?.error?.code).to.equal('PLUGIN_MANIFEST_INVALID');
    expect(plugin?.error?.message).to.match(/settings\.schema\.json .*propperties/);
  });

  for (const [what, lectern, text] of [
    ['a URL among its hosts', { hosts: ['http://x'] }, /lectern\/hosts: “http:\/\/x” .*name alone/],
    ['a port among its hosts', { hosts: ['127.0.0.1:42204'] }, /lectern\/hosts: “127\.0\.0\.1:42204”/],
    ['a field that the settings do not have', { hosts: ['settings:nope'] }, /no field nope; write one of greeting, baseUrl, apiKey/],
    ['a name without end', { displayName: 'x'.repeat(5000) }, /lectern\/displayName .*80/],
    ['a name that is turned round', { displayName: 'Good \u202Egnp.exe' }, /lectern\/displayName: /],
  ] as const) {
    it(`refuses ${what} before any of its code runs, and shows a name that is short and plain`, async () => {
      const other = await createFixtureRoot(['throws-on-import']);
      const path = join(other.modules, 'lectern-plugin-throws-on-import', 'package.json');
      const pkg = JSON.parse(await readFile(path, 'utf8')) as { lectern: object };
      await writeFile(
        path,
        JSON.stringify({ ...pkg, description: 'It\u202Eis\n good. '.repeat(100), lectern: { ...pkg.lectern, ...lectern } }),
      );

      const [found] = await discoverPlugins({ pluginRoots: [other.root] });
      const plugin = found && (await loadPlugin(found));
      await other.remove();

      expect(plugin?.error?.code).to.equal('PLUGIN_MANIFEST_INVALID');
      expect(plugin?.error?.message).to.match(text);
      for (const shown of [plugin?.displayName, plugin?.description, plugin?.error?.message]) {
        expect(shown).to.match(/^[^\p{Cc}\p{Bidi_Control}]+$/u);
      }
      expect(`${plugin?.displayName}${plugin?.description}`.length).to.be.at.most(600);
    });
  }

  it('lists everything and runs nothing in safe mode', async () => {
    const found = await discoverPlugins({ pluginRoots: [root.root] });
    const plugins = await Promise.all(found.map((one) => loadPlugin(one, { safeMode: true })));

    expect(plugins.every(({ definition }) => definition === undefined)).to.equal(true);
    expect(plugins.find(({ id }) => id === 'notify-throws-on-import')?.error).to.equal(undefined);
  });
});

describe('discovering installed plugins', () => {
  let root: FixtureRoot;
  before(async () => {
    root = await createFixtureRoot(['healthy']);
    for (const version of ['1.2.0', '1.10.0']) {
      await installFixture(join(root.dataDir, 'plugins', 'notify-healthy', version, 'node_modules'), 'healthy', version);
    }
  });
  after(() => root.remove());

  it('prefers the installed one to the bundled one, and the highest version unless told otherwise', async () => {
    const options = { pluginRoots: [root.root], installedDir: join(root.dataDir, 'plugins') };
    const versionOf = (found: readonly { source: string; pkg?: unknown }[]) =>
      found.map(({ source, pkg }) => [source, (pkg as { version: string }).version]);

    expect(versionOf(await discoverPlugins(options))).to.deep.equal([['installed', '1.10.0']]);
    expect(versionOf(await discoverPlugins({ ...options, activeVersion: () => '1.2.0' }))).to.deep.equal([['installed', '1.2.0']]);
    expect(versionOf(await discoverPlugins({ pluginRoots: [root.root] }))).to.deep.equal([['bundled', '1.0.0']]);
  });
});
