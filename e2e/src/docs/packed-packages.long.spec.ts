import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startLectern, type LecternProcess } from '@lectern/demo';
import { startTreeRegistry, type TreeRegistry } from './tree-registry.spec.support.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SERVER = ['core', 'web', 'plugin-api'];
const PLUGINS = readdirSync(join(ROOT, 'plugins')).map((name) => `plugins/${name}`);
const MOST_BYTES = 130e6;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

async function sizeOf(path: string): Promise<number> {
  const info = await lstat(path);
  if (!info.isDirectory()) return info.size;
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('the packed packages, installed into an empty folder', () => {
  let dir: string;
  let registry: TreeRegistry;
  let server: LecternProcess | undefined;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-packed-'));
    registry = await startTreeRegistry();
    const packed = join(dir, 'packed');
    const empty = join(dir, 'empty');
    await Promise.all([mkdir(packed), mkdir(empty)]);
    const folders = [...SERVER, ...PLUGINS];
    await run('npm', ['pack', '--ignore-scripts', `--pack-destination=${packed}`, ...folders.flatMap((folder) => ['-w', folder])], {
      cwd: ROOT,
    });
    for (const folder of folders) {
      const manifest = manifestOf(folder);
      registry.add(manifest, await readFile(join(packed, `${manifest.name.slice(1).replace('/', '-')}-${manifest.version}.tgz`)));
    }
    await writeFile(join(empty, 'package.json'), '{ "private": true }');
    const wanted = ['core', ...PLUGINS].map((folder) => manifestOf(folder).name);
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', `--registry=${registry.url}`, `--cache=${join(dir, 'cache')}`];
    await run('npm', ['install', ...flags, ...wanted], { cwd: empty });
    const program = join(empty, 'node_modules/.bin/lectern');
    server = await startLectern([program, 'serve'], { dataDir: join(dir, 'data'), cwd: empty });
  });
  after(async () => {
    await server?.stop();
    await registry?.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('serve the web UI and the page of the API', async () => {
    const page = await fetch(`${server?.url}/`);
    const html = await page.text();
    const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);

    expect(page.status).to.equal(200);
    expect(assets).to.not.deep.equal([]);
    for (const path of [...assets, '/api/docs', '/api/docs/swagger-ui-bundle.js', '/api/docs/swagger-ui.css'])
      expect((await fetch(`${server?.url}${path}`)).status, path).to.equal(200);
  });

  const newer = process.env['LECTERN_TEST_NEWER_NODE'];
  (newer ? it : it.skip)('serve the web UI with a newer Node.js too', async () => {
    const program = join(dir, 'empty/node_modules/.bin/lectern');
    const other = await startLectern([newer ?? '', program, 'serve'], { dataDir: join(dir, 'data-newer'), cwd: join(dir, 'empty') });
    const page = await fetch(`${other.url}/`);
    const html = await page.text();
    const major = (await run(newer ?? '', ['-p', 'process.versions.node.split(".")[0]'])).stdout;
    await other.stop();

    expect(Number(major)).to.be.greaterThan(20);
    expect(html).to.include('<div id="root">');
    expect([...other.output().matchAll(/"msg":"plugin loaded"/g)]).to.have.length(PLUGINS.length);
  });

  it('contain all our plugins', () => {
    const loaded = [...(server?.output() ?? '').matchAll(/"plugin":"([^"]+)".*"msg":"plugin loaded"/g)].map(([, id]) => `plugins/${id}`);

    expect(loaded).to.have.members(PLUGINS);
  });

  it('take up less than 130 MB', async () => {
    expect(await sizeOf(join(dir, 'empty'))).to.be.lessThan(MOST_BYTES);
  });
});

describe('the run-time dependencies of the server', () => {
  const bundle = join(ROOT, 'core/dist/bundle');
  const files = [
    ...readdirSync(bundle)
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(bundle, name)),
    ...readdirSync(join(ROOT, 'core/bin')).map((name) => join(ROOT, 'core/bin', name)),
  ];
  const imported = files
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/^import\b[^;'"]*?from ['"]([^./'"][^'"]*)['"]|\bimport\(['"]([^./'"][^'"]*)['"]\)/gm),
    ])
    .map(([, one, other]) => one ?? other ?? '')
    .filter((name) => !isBuiltin(name));

  it('are all named in its package, and nothing else is', () => {
    // loaded by `require`, after the first book with markup came, and for the files of the web UI
    const byName = ['sanitize-html', '@lectern/web'];

    expect(Object.keys(manifestOf('core').dependencies ?? {})).to.have.members([...new Set([...imported, ...byName])]);
  });

  it('are empty for the web UI', () => {
    expect(manifestOf('web')).to.not.have.any.keys('dependencies', 'peerDependencies', 'optionalDependencies');
  });
});
