import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startTreeRegistry, type TreeRegistry } from './tree-registry.spec.support.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OURS = ['plugin-api', 'plugin-kit', 'create-lectern-plugin'];

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Returns the commands that a page tells its reader to type, block by block, verbatim. */
function commands(page: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/plugins', page), 'utf8');
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
}

/** Each command as often as something has changed before it: pages repeat what another has just had typed in the same folder. */
function once(blocks: readonly string[]): string[] {
  const typed = new Set<string>();
  return blocks
    .flatMap((block) => block.trimEnd().split('\n'))
    .filter((line) => {
      // a command in parentheses runs in a folder of its own
      const commands = line.startsWith('(') ? [line] : line.split(' && ');
      const isNew = commands.some((command) => !typed.has(command));
      for (const command of commands) typed.add(command);
      return isNew;
    });
}

describe('the commands on the pages for plugin authors', () => {
  let root: string;
  let registry: TreeRegistry;

  /** Runs commands as somebody without this repository: with an empty home, and a registry. */
  function type(home: string, cwd: string, blocks: readonly string[]): Promise<string> {
    const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^NODE_ENV$/i.test(name));
    const env = {
      ...Object.fromEntries(inherited),
      HOME: home,
      npm_config_registry: registry.url,
      npm_config_cache: join(root, 'cache'),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    };
    return run('bash', ['-e', '-c', blocks.join('\n')], { cwd, env, maxBuffer: 32 * 1024 * 1024 }).then(
      ({ stdout }) => stdout,
      (error: Error & { stdout?: string; stderr?: string }) => {
        throw new Error(`${blocks.join('\n')}\n${error.stdout ?? ''}\n${error.stderr ?? ''}`, { cause: error });
      },
    );
  }

  async function emptyHome(name: string): Promise<{ home: string; cwd: string }> {
    const home = join(root, name);
    await mkdir(join(home, 'work'), { recursive: true });
    await writeFile(join(home, '.npmrc'), `${registry.url.replace('http:', '')}:_authToken=nobody\n`);
    return { home, cwd: join(home, 'work') };
  }

  /**
   * Makes a clone of this repository with the files that the commands need. Its `npm ci` and `npm run build` are real and have little to
   * do: the output of a full build is copied.
   */
  async function cloneInto(clone: string): Promise<void> {
    for (const name of OURS) {
      const isNeeded = (path: string) => !['node_modules', 'src', 'tsconfig.tsbuildinfo'].includes(basename(path));
      await cp(join(ROOT, name), join(clone, name), { recursive: true, filter: (path) => path.includes('templates') || isNeeded(path) });
    }
    const whole = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as object;
    const cut = { ...whole, workspaces: OURS, scripts: { build: 'node -e 0' }, devDependencies: {}, overrides: {} };
    await writeFile(join(clone, 'package.json'), JSON.stringify(cut));
    await type(root, clone, ['npm install --package-lock-only']);
  }

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-first-steps-'));
    registry = await startTreeRegistry();
  });
  after(async () => {
    await registry?.close();
    await rm(root, { recursive: true, force: true });
  });

  it('lead from a clone to a tested, packed plugin before our packages are published', async () => {
    const { home, cwd } = await emptyHome('early');
    await mkdir(join(home, 'lectern'));
    await cloneInto(join(home, 'lectern'));
    const [, fromClone = '', again = '', pack = ''] = commands('first-plugin.md');

    const output = await type(home, cwd, once([fromClone, again, pack]));

    expect(output.match(/\d+ passing/g)).to.have.length(1);
    expect(output).not.to.match(/failing/);
    expect(readdirSync(join(cwd, 'lectern-plugin-gotify'))).to.include('lectern-plugin-gotify-0.1.0.tgz');
    // a server refuses a plugin that needs files
    expect(await readFile(join(cwd, 'lectern-plugin-gotify/package.json'), 'utf8')).not.to.match(/file:|\.tgz/);
  });

  it('install the example by hand with the same files', async () => {
    const clone = join(root, 'early/lectern');
    const { home, cwd } = await emptyHome('by-hand');
    await cp(join(ROOT, 'docs/plugins/examples/notify-example'), cwd, { recursive: true });
    for (const name of readdirSync(clone).filter((file) => file.endsWith('.tgz'))) await cp(join(clone, name), join(cwd, name));

    await type(home, cwd, commands('writing-a-plugin.md'));

    const placed = join(cwd, 'data/plugins/notify-example/1.0.0/node_modules');
    const { version } = JSON.parse(await readFile(join(placed, 'lectern-plugin-example/package.json'), 'utf8')) as Manifest;
    expect(version).to.equal('1.0.0');
    expect(readdirSync(join(placed, 'lectern-plugin-example'))).to.include.members(['dist', 'settings.schema.json', 'README.md']);
    expect(readdirSync(join(placed, '@lectern'))).to.include('plugin-api');
  });

  it('lead from nothing to a published plugin afterwards', async () => {
    const packed = join(root, 'packed');
    await mkdir(packed);
    for (const name of OURS) {
      await type(root, join(ROOT, name), [`npm pack --ignore-scripts --pack-destination '${packed}'`]);
      const manifest = JSON.parse(await readFile(join(ROOT, name, 'package.json'), 'utf8')) as Manifest;
      const file = `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`;
      registry.add(manifest, await readFile(join(packed, file)));
    }
    const { home, cwd } = await emptyHome('published');
    const [make = ''] = commands('first-plugin.md');

    const output = await type(home, cwd, once([make, ...commands('publishing.md')]));

    expect(output.match(/\d+ passing/g)).to.have.length(1);
    expect(output).not.to.match(/failing/);
    expect(registry.published).to.deep.equal(['lectern-plugin-gotify@0.1.0']);
  });
});
