import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestHost } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { parse } from 'yaml';
import { createPlugin } from './create-plugin.js';
import { KIND_NAMES } from './plugin-kinds.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

/** Without the variables that npm sets for the scripts of this workspace. */
const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$/i.test(name)));

/** Runs a program; the error of a failure includes its output. */
async function runIn(cwd: string, program: string, args: readonly string[]): Promise<string> {
  try {
    return (await run(program, args, { cwd, env: ENV, maxBuffer: 32 * 1024 * 1024 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout ?? ''}\n${stderr ?? ''}`, { cause: error });
  }
}

const node = (cwd: string, script: string, args: readonly string[]) => runIn(cwd, process.execPath, [join(MODULES, script), ...args]);

/** Runs specs in a separate process. @returns the titles of those that passed @throws Error naming the others */
async function runSpecs(cwd: string, specs: readonly string[]): Promise<string[]> {
  const args = ['--reporter', 'json', '--timeout', '60000', '--exit', ...specs];
  const output = await node(cwd, 'mocha/bin/mocha.js', args).catch((error: Error & { cause?: { stdout?: string } }) => {
    if (error.cause?.stdout?.startsWith('{')) return error.cause.stdout;
    throw error;
  });
  const { passes, failures } = JSON.parse(output) as Record<'passes' | 'failures', { fullTitle: string; err: { stack?: string } }[]>;
  if (failures.length > 0) throw new Error(failures.map(({ fullTitle, err }) => `${fullTitle}: ${err.stack ?? ''}`).join('\n'));
  return passes.map(({ fullTitle }) => fullTitle);
}

describe('the scaffold of each kind', () => {
  let root: string;
  const dirs = () => KIND_NAMES.map((kind) => join(root, kind));

  before(async () => {
    for (const name of ['plugin-api', 'plugin-kit']) {
      if (!existsSync(join(ROOT, name, 'dist/index.d.ts'))) throw new Error(`${name} is not built: npm run build`);
    }
    root = mkdtempSync(join(tmpdir(), 'lectern-scaffold-'));
    // what an author's npm install would provide, without a registry
    symlinkSync(MODULES, join(root, 'node_modules'), 'dir');
    for (const kind of KIND_NAMES) await createPlugin({ name: `Example ${kind}`, kind, dir: join(root, kind) });
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  it('builds', () => node(root, 'typescript/bin/tsc', ['-b', ...dirs()]));

  it('passes its tests: describePlugin, the contract suite, and those of its client', async () => {
    const specs = dirs().map((dir) => `${dir}/dist/**/*.spec.js`);
    const passed = await runSpecs(root, specs);

    for (const kind of [
      'an indexer',
      'a download client',
      'a media server',
      'a notifier',
      'a shelf provider',
      'an ebook source',
      'a catalogue',
      'a sign-in provider',
    ]) {
      const rows = passed.filter((title) => title.startsWith(`contract of ${kind} `));
      expect(rows.length, kind).to.be.greaterThan(20);
    }
  });

  it('is lint-clean', () => node(root, 'eslint/bin/eslint.js', ['--max-warnings', '0', ...dirs()]));

  it('runs its own npm scripts', async () => {
    const dir = join(root, 'notifier');

    await runIn(dir, 'npm', ['run', 'build']);
    expect(await runIn(dir, 'npm', ['test'])).to.match(/\d+ passing/);
    expect((await runIn(dir, 'npm', ['run', '--silent', 'plugin-api', '--', 'lowest'])).trim()).to.equal('1.8.0');
    expect((await runIn(dir, 'npm', ['run', '--silent', 'plugin-api', '--', 'latest'])).trim()).to.equal('latest');
  });

  it('has a workflow that tests against the lowest and the latest plugin API', () => {
    for (const dir of dirs()) {
      const workflow = parse(readFileSync(join(dir, '.github/workflows/ci.yml'), 'utf8')) as {
        jobs: { test: { strategy: { matrix: Record<string, unknown> }; steps: { run?: string }[] } };
      };
      const commands = workflow.jobs.test.steps.map(({ run: command }) => command ?? '');

      expect(workflow.jobs.test.strategy.matrix['plugin-api']).to.deep.equal(['lowest', 'latest']);
      for (const wanted of ['npm run build', 'npm test', 'npm run lint', 'npm pack']) expect(commands).to.include(wanted);
      expect(commands.join('\n')).to.contain('npm run --silent plugin-api -- ${{ matrix.plugin-api }}');
    }
  });

  it('can be packed, and runs in a real server from the package', async () => {
    const packed = join(root, 'packed');
    mkdirSync(packed);
    for (const dir of dirs()) await runIn(dir, 'npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', packed]);
    const tarballs = readdirSync(packed);
    const service = createServer((_, response) => {
      response.setHeader('content-type', 'application/json').end('{"version":"2.1"}');
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const settings = { baseUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, token: 'planted-token' };

    const plugins: { dir: string; settings: object }[] = [];
    for (const name of tarballs) {
      const dir = join(packed, name.replace('.tgz', ''));
      mkdirSync(dir);
      await runIn(packed, 'tar', ['-xzf', name, '-C', dir]);
      plugins.push({ dir: join(dir, 'package'), settings });
    }
    // shelves belong to their owners, not to the admin
    const ours = plugins.filter(({ dir }) => !dir.includes('shelf-provider'));
    const host = await createTestHost({ plugins: ours });
    try {
      for (const id of Object.keys(host.integrations)) expect(await host.check(id), id).to.include({ ok: true, version: '2.1' });
      expect(tarballs).to.have.length(KIND_NAMES.length);
      expect(Object.keys(host.integrations)).to.have.length(KIND_NAMES.length - 1);
      expect(host.log()).not.to.contain('planted-token');
    } finally {
      await host.stop();
      service.close();
    }
  });
});

describe('the command', () => {
  let root: string;
  let cli: string;

  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'lectern-command-'));
    // as npm would fetch it: files outside the tarball do not exist
    await runIn(join(ROOT, 'create-lectern-plugin'), 'npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', root]);
    const [tarball = ''] = readdirSync(root);
    await runIn(root, 'tar', ['-xzf', tarball]);
    cli = join(root, 'package/dist/cli.js');
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  it('creates a plugin without asking, and says what to do next', async () => {
    const text = await runIn(root, process.execPath, [cli, 'gotify', '--kind', 'notifier']);

    expect(text).to.contain('lectern-plugin-gotify is in lectern-plugin-gotify').and.to.contain('npm install');
    for (const path of ['src/notifier.ts', '.gitignore', '.github/workflows/ci.yml', 'package.json']) {
      expect(existsSync(join(root, 'lectern-plugin-gotify', path)), path).to.equal(true);
    }
  });

  it('says what is missing if there is nobody to ask', async () => {
    const message = await runIn(tmpdir(), process.execPath, [cli, 'gotify']).then(
      () => '',
      (error: Error) => error.message,
    );

    expect(message).to.contain('Kind (').and.to.contain('Usage: npm create lectern-plugin');
  });
});
