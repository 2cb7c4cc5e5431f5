import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createPlugin } from './create-plugin.js';
import { DEV_DEPENDENCIES } from './package-json.js';
import { pluginKind } from './plugin-kinds.js';
import { pluginNames } from './plugin-names.js';

describe('the names of a new plugin', () => {
  const notifier = pluginKind('notifier');

  for (const given of ['gotify', 'Gotify', 'notify-gotify', 'lectern-plugin-gotify', 'lectern-plugin-notify-gotify']) {
    it(`are derived from ${given}`, () => {
      expect(pluginNames(given, notifier)).to.deep.equal({
        packageName: 'lectern-plugin-gotify',
        id: 'notify-gotify',
        displayName: given.includes('lectern') || given.startsWith('n') || given === 'gotify' ? 'Gotify' : given,
        folder: 'lectern-plugin-gotify',
      });
    });
  }

  it('keep a scope and words', () => {
    expect(pluginNames('@me/lectern-plugin-my-service', notifier)).to.include({
      packageName: '@me/lectern-plugin-my-service',
      displayName: 'My Service',
    });
    expect(pluginNames('My "Service" 2', notifier)).to.include({ id: 'notify-my-service-2', displayName: 'My "Service" 2' });
  });

  for (const given of ['', '  ', '../..', '日本', '42', '@me/', 'x'.repeat(100)]) {
    it(`cannot be derived from "${given.slice(0, 10)}"`, () => {
      expect(() => pluginNames(given, notifier)).to.throw();
    });
  }

  it('accept every form of a kind', () => {
    expect(['downloadClient', 'download-client', 'download_client'].map((text) => pluginKind(text).name)).to.deep.equal(
      Array(3).fill('download-client'),
    );
    expect(() => pluginKind('teapot')).to.throw('the kinds are indexer, download-client');
  });
});

describe('createPlugin', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'create-plugin-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('writes into an empty folder and fills in every name', async () => {
    const { dir, files } = await createPlugin({ name: 'My "Service"', kind: 'shelf-provider', dir: join(root, 'a/b') });
    const texts = files.map((path) => readFileSync(join(dir, path), 'utf8'));

    expect(files).to.include.members(['package.json', '.gitignore', '.github/workflows/ci.yml', 'src/index.ts', 'src/shelf-provider.ts']);
    expect(texts.filter((text) => /(?<!\$)\{\{/.test(text))).to.deep.equal([]);
    const schema = JSON.parse(readFileSync(join(dir, 'settings.schema.json'), 'utf8')) as { title: string };
    expect(schema.title).to.equal('My "Service"');
  });

  it('leaves a folder that is not empty alone', async () => {
    writeFileSync(join(root, 'precious.txt'), '');

    const message = await createPlugin({ name: 'a', kind: 'notifier', dir: root }).then(
      () => '',
      (error: Error) => error.message,
    );

    expect(message).to.contain('is not empty');
    expect(existsSync(join(root, 'package.json'))).to.equal(false);
  });

  it('requests the versions that this workspace is built with', () => {
    const workspace = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const { '@lectern/plugin-kit': _kit, ...others } = DEV_DEPENDENCIES;

    expect(workspace.devDependencies).to.include(others);
  });
});
