import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packQuickly, type PackedPlugin } from './__fixtures__/pack-plugin.js';
import { startStubRegistry, type StubRegistry } from './__fixtures__/stub-registry.js';
import { createInstaller, type Installer } from './installer.js';
import { InstallError } from './install-error.js';
import { findNpmCli } from './npm-cli.js';
import { createRegistry } from './registry.js';

const NETWORK = ['https_proxy', 'no_proxy'];
const API = { '@lectern/plugin-api': '^1.0.0' };

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    expect(error).to.be.instanceOf(InstallError);
    return `${(error as InstallError).code}: ${(error as InstallError).message}`;
  }
  return 'accepted';
}

/** Packages that try to run something while npm installs them. Whatever runs writes a file with its name into `ran`. */
class Attack {
  constructor(private readonly dir: string) {}

  get ran(): string {
    return join(this.dir, 'ran');
  }

  private noting(name: string): string {
    return `mkdir -p ${this.ran} && env > ${join(this.ran, name)}`;
  }

  /** A repository with these files committed. @returns its address */
  private async repository(name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const dir = join(this.dir, name);
    await mkdir(dir, { recursive: true });
    for (const [path, text] of Object.entries(files))
      await writeFile(join(dir, path), text, { mode: path.endsWith('.sh') ? 0o755 : 0o644 });
    const who = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@example.org'];
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      [...who, 'commit', '-q', '-m', 'evil'],
    ]) {
      execFileSync('git', args, { cwd: dir, stdio: 'ignore' });
    }
    return `git+file://${dir}`;
  }

  /** A git dependency that npm prepares, with npm settings that name another program as git. */
  async gitDependency(): Promise<string> {
    const inner = await this.repository('evildep', { 'package.json': JSON.stringify({ name: 'evildep', version: '1.0.0' }) });
    return this.repository('evilrepo', {
      'package.json': JSON.stringify({
        name: 'evil',
        version: '1.0.0',
        scripts: { prepare: this.noting('prepare') },
        dependencies: { evildep: inner },
      }),
      '.npmrc': 'git=./g.sh\nignore-scripts=false\n',
      'g.sh': `#!/bin/sh\n${this.noting('git')}\nexec /usr/bin/git "$@"\n`,
    });
  }

  /** A folder on this machine. */
  async folder(): Promise<string> {
    const dir = join(this.dir, 'folder');
    await mkdir(dir, { recursive: true });
    await writeFile(
      join(dir, 'package.json'),
      JSON.stringify({ name: 'evil', version: '1.0.0', scripts: { prepare: this.noting('folder') } }),
    );
    return `file:${dir}`;
  }

  /** All scripts that npm runs for a registry package if it may. */
  scripts(): object {
    const names = ['preinstall', 'install', 'postinstall', 'prepare', 'prepack'];
    return Object.fromEntries(names.map((name) => [name, this.noting(name)]));
  }

  gyp(): string {
    return JSON.stringify({ targets: [{ target_name: 'x', actions: [], variables: { x: `<!(${this.noting('gyp')})` } }] });
  }

  async whatRan(): Promise<string[]> {
    return readdir(this.ran).catch(() => []);
  }
}

function hostilePackages(findCli: () => Promise<string | undefined>): void {
  let stub: StubRegistry;
  let elsewhere: Server;
  let fetched: string[];
  let dir: string;
  let dataDir: string;
  let attack: Attack;
  let installer: Installer;
  let network: readonly (string | undefined)[];

  function make(cli: () => Promise<string | undefined>): Installer {
    const redact = (text: string): string => text;
    const registry = createRegistry({ url: stub.url, userAgent: 'Lectern/test', redact, token: 'secret-token', timeoutMs: 5_000 });
    const npm = { registryAddress: registry.address, token: 'secret-token', redact, findCli: cli };
    return createInstaller({ dataDir, registry, npm, checkTimeoutMs: 20_000 });
  }

  beforeEach(async () => {
    stub = await startStubRegistry();
    fetched = [];
    elsewhere = createServer((req, res) => {
      fetched.push(req.url ?? '');
      res.end(packQuickly({ pkg: { name: 'evil', dependencies: {}, lectern: undefined } }).tarball);
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    dir = await mkdtemp(join(tmpdir(), 'lectern-hostile-'));
    dataDir = join(dir, 'data');
    attack = new Attack(dir);
    installer = make(findCli);
    // a test must not contact a git host
    network = NETWORK.map((name) => process.env[name]);
    process.env['https_proxy'] = urlOf('proxy');
    process.env['no_proxy'] = '127.0.0.1';
  });
  afterEach(async () => {
    for (const [index, name] of NETWORK.entries()) {
      const value = network[index];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await stub.close();
    elsewhere.closeAllConnections();
    elsewhere.close();
    await rm(dir, { recursive: true, force: true });
  });

  const ordinary = (name: string, pkg: object = {}, files: Record<string, string> = {}): PackedPlugin =>
    packQuickly({ pkg: { name, dependencies: {}, lectern: undefined, ...pkg }, files });
  const needing = (dependencies: object, files: Record<string, string> = {}): Buffer =>
    packQuickly({ pkg: { dependencies: { ...API, ...dependencies } }, files }).tarball;
  const urlOf = (path: string): string => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/${path}`;
  const left = async (): Promise<string[]> =>
    (await readdir(join(dataDir, 'plugins'), { recursive: true }).catch(() => [])).filter(
      (name) => !name.startsWith('.staging') || name.includes('/'),
    );

  /** Specs of dependencies outside the registry. */
  const specs: Record<string, () => Promise<string> | string> = {
    'a git repository': () => attack.gitDependency(),
    'a repository at a known host': () => 'somebody/evil#0123456789012345678901234567890123456789',
    'an address': () => urlOf('evil.tgz'),
    'a folder of this machine': () => attack.folder(),
  };
  for (const [what, spec] of Object.entries(specs)) {
    it(`refuses a plugin that needs ${what} before npm runs`, async () => {
      const tarball = needing({ evil: await spec() });

      const text = await refusal(installer.install(tarball));

      expect(text).to.match(
        /^INSTALL_DEPENDENCY_OUTSIDE: lectern-plugin-sample 1\.0\.0 needs evil from “[^”]+”, which is not the registry/,
      );
      expect([await attack.whatRan(), fetched, stub.asked, await left()]).to.deep.equal([[], [], [], []]);
    });

    it(`refuses a plugin whose dependency needs ${what}, and runs nothing`, async () => {
      stub.publish(ordinary('innocent', { dependencies: { evil: await spec() } }));

      const text = await refusal(installer.install(needing({ innocent: '^1.0.0' })));

      // npm 10 asks a known host for an archive, which fails here
      expect(text).to.match(
        what === 'a repository at a known host' ? /^INSTALL_(?:DEPENDENCY_OUTSIDE|NPM_FAILED): / : /^INSTALL_DEPENDENCY_OUTSIDE: /,
      );
      expect([await attack.whatRan(), await left()]).to.deep.equal([[], []]);
      expect(stub.asked.filter(({ path }) => path.endsWith('.tgz'))).to.deep.equal([]);
    });
  }

  it('refuses a dependency’s lock file that leads elsewhere, whether or not the registry mentions it', async () => {
    const packages = {
      '': { name: 'innocent', version: '1.0.0', dependencies: { evil: '^1.0.0' } },
      'node_modules/evil': { version: '1.0.0', resolved: urlOf('evil.tgz') },
    };
    const lock = JSON.stringify({ name: 'innocent', version: '1.0.0', lockfileVersion: 3, requires: true, packages });
    const innocent = ordinary('innocent', { dependencies: { evil: '^1.0.0' } }, { 'npm-shrinkwrap.json': lock });
    stub.publish(ordinary('evil'));
    stub.publish({ ...innocent, manifest: { ...innocent.manifest, _hasShrinkwrap: true } });

    const told = await refusal(installer.install(needing({ innocent: '^1.0.0' })));
    stub.unpublish('innocent');
    stub.publish(innocent);
    const untold = await refusal(installer.install(needing({ innocent: '^1.0.0' })));

    expect(told).to.match(/^INSTALL_DEPENDENCY_OUTSIDE: .*evil\.tgz, not from the registry/);
    expect(untold === 'accepted' ? fetched : untold).to.satisfy((found: unknown) =>
      Array.isArray(found) ? found.length === 0 : String(found).startsWith('INSTALL_DEPENDENCY_OUTSIDE: '),
    );
  });

  it('runs nothing from a dependency, whatever it contains', async () => {
    const npmrc = `ignore-scripts=false\nscript-shell=/bin/sh\nregistry=${urlOf('')}\n`;
    const files = { 'binding.gyp': attack.gyp(), '.npmrc': npmrc };
    stub.publish(ordinary('scripted', { scripts: attack.scripts(), gypfile: true }, files));
    stub.publish(
      ordinary(
        'bundled',
        { bundleDependencies: ['inner'] },
        {
          'node_modules/inner/package.json': JSON.stringify({ name: 'inner', version: '1.0.0', scripts: attack.scripts() }),
          'node_modules/inner/binding.gyp': attack.gyp(),
        },
      ),
    );
    const tarball = needing({ scripted: '^1.0.0', bundled: 'latest', again: 'npm:scripted@^1.0.0' }, { '.npmrc': npmrc });

    const installed = await installer.install(tarball);

    expect(installed.id).to.equal('notify-sample');
    expect([await attack.whatRan(), fetched]).to.deep.equal([[], []]);
    const modules = join(installer.layout.versionDir('notify-sample', '1.0.0'), 'node_modules');
    expect(await readdir(modules)).to.include.members(['again', 'bundled', 'scripted']);
  });

  it('passes the token to npm in a file that only its owner can read, and deletes it afterwards', async () => {
    const spy = join(dir, 'spy.cjs');
    const notes = join(dir, 'notes');
    const lines = [
      `const { appendFileSync, readFileSync, statSync } = require('node:fs');`,
      `const path = process.env.npm_config_userconfig;`,
      `const note = { argv: process.argv, env: process.env, cwd: process.cwd(), path, mode: statSync(path).mode & 0o777, text: readFileSync(path, 'utf8') };`,
      `appendFileSync(${JSON.stringify(notes)}, JSON.stringify(note) + '\\n');`,
      `require(${JSON.stringify((await findCli()) ?? '')});`,
    ];
    await writeFile(spy, lines.join('\n'));
    stub.publish(ordinary('tiny-greeting'));

    await make(async () => spy).install(needing({ 'tiny-greeting': '^1.0.0' }));

    const runs = (await readFile(notes, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Note);
    expect(runs.map(({ argv }) => argv[2])).to.deep.equal(['install', 'ci']);
    for (const { argv, env, cwd, path, mode, text } of runs) {
      expect(text).to.contain(':_authToken="secret-token"');
      expect([mode, path.startsWith(`${cwd}/`), existsSync(path)]).to.deep.equal([0o600, false, false]);
      expect(JSON.stringify([argv, env])).to.not.contain('secret-token');
    }
    expect(stub.asked.map(({ authorization }) => authorization)).to.deep.equal(['Bearer secret-token', 'Bearer secret-token']);
  });
}

interface Note {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly path: string;
  readonly mode: number;
  readonly text: string;
}

describe('hostile packages', () => {
  hostilePackages(() => findNpmCli());
});

/** npm 10 has no setting against git dependencies. It comes with Node.js 20 and 22. */
const npm10 = process.env['LECTERN_TEST_NPM_10'];
const isWanted = npm10 !== undefined || process.env['LECTERN_TEST_REQUIRE_ALL'] === '1';

(isWanted ? describe : describe.skip)('packages that mean harm, with npm 10 (LECTERN_TEST_NPM_10)', () => {
  it('are tested with npm 10', async () => {
    const { version } = JSON.parse(await readFile(join(npm10 ?? '', 'package.json'), 'utf8')) as { version: string };

    expect(version).to.match(/^10\./);
  });

  hostilePackages(async () => join(npm10 ?? '', 'bin', 'npm-cli.js'));
});
