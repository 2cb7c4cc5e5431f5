import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sinon from 'sinon';
import { buildApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';
import { CORE_DIR } from '../platform/config/core-dir.js';
import { packQuickly } from '../plugin-host/installer/__fixtures__/pack-plugin.js';
import { startStubRegistry, type StubRegistry } from '../plugin-host/installer/__fixtures__/stub-registry.js';
import { runCommandLine } from './command-line.js';
import { PROGRAM } from './program.js';
import { writeServerMark } from './server-mark.js';
import { inEnglish, type Said } from '../platform/words/index.js';

const ROOT = join(CORE_DIR, '..');
const ID = 'notify-sample';

/** Ends the process a moment after it was started, in the way that the environment says. */
const CRASHING = `
import { definePlugin } from '@lectern/plugin-api';
const ways = {
  throw: () => { throw new Error('the moon fell'); },
  reject: () => { Promise.reject(new Error('the sun fell')); },
  exit: () => process.exit(0),
};
export default definePlugin({
  create: () => ({
    provides: { notifier: { send: async () => undefined } },
    check: async () => ({ ok: true }),
    start: () => void setTimeout(() => ways[process.env.SPEC_CRASH]?.(), 50),
  }),
});
`;

interface Listed {
  readonly id: string;
  readonly version: string;
  readonly state: string;
  readonly problem?: string;
  readonly previousVersion?: string;
}

describe('lectern plugins', () => {
  let dataDir: string;
  let registry: StubRegistry;
  let children: ChildProcess[];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-cli-'));
    registry = await startStubRegistry();
    children = [];
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await registry.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const env = (): NodeJS.ProcessEnv => ({
    LECTERN_DATA: dataDir,
    LECTERN_HOST: '127.0.0.1',
    LECTERN_PORT: '0',
    LECTERN_LOG_LEVEL: 'error',
    LECTERN_PLUGIN_REGISTRY: registry.url,
  });

  async function command(...args: string[]): Promise<{ code: number; output: string }> {
    const lines: string[] = [];
    const stubs = [sinon.stub(console, 'log'), sinon.stub(console, 'error')];
    for (const stub of stubs) stub.callsFake((line: string) => void lines.push(line));
    try {
      return { code: await runCommandLine({ ...env(), LECTERN_LOG_LEVEL: 'silent' }, ['plugins', ...args]), output: lines.join('\n') };
    } finally {
      for (const stub of stubs) stub.restore();
    }
  }

  async function listed(): Promise<Listed | undefined> {
    const { output } = await command('list', '--json');
    return (JSON.parse(output) as { items: Listed[] }).items.find(({ id }) => id === ID);
  }

  async function file(version: string, entry?: string): Promise<string> {
    const path = join(dataDir, `sample-${version}.tgz`);
    await writeFile(path, packQuickly({ version, ...(entry === undefined ? {} : { entry }) }).tarball);
    return path;
  }

  it('installs, updates, rolls back, disables and removes while no server runs', async () => {
    for (const version of ['1.0.0', '1.1.0']) registry.publish(packQuickly({ version }));

    expect(await command('install', 'lectern-plugin-sample@1.0.0')).to.deep.include({ code: 0 });
    expect(await listed()).to.include({ version: '1.0.0', state: 'ready', source: 'installed', enabled: true });
    expect((await command('update', ID)).output).to.match(/1\.1\.0 is installed/);
    expect((await command('rollback', ID)).output).to.match(/1\.0\.0 is in use again/);
    expect(await listed()).to.include({ version: '1.0.0', previousVersion: '1.1.0' });
    await command('disable', ID);
    expect(await listed()).to.include({ state: 'disabled', enabled: false });
    await command('enable', ID);
    expect(await listed()).to.include({ state: 'ready' });
    expect((await command('remove', ID)).output).to.equal(`${ID} was removed. Its integrations stay.`);
    expect(await listed()).to.equal(undefined);
    expect((await readdir(join(dataDir, 'plugins'))).filter((name) => !name.startsWith('.'))).to.deep.equal([]);
  });

  it('says what is wrong, and exits with a fitting code', async () => {
    expect(await command('install', 'lectern-plugin-none')).to.deep.include({ code: 1 });
    expect((await command('install', 'left-pad')).output).to.match(/“left-pad” is not the name of a plugin/);
    expect(
      (await command('install', join(dataDir, 'none.tgz')).catch((error: NodeJS.ErrnoException) => ({ output: error.code }))).output,
    ).to.equal('ENOENT');
    expect((await command('remove', 'notify-discord')).output).to.match(/comes with Lectern/);
    expect((await command('release', 'notify-discord')).output).to.match(/not in quarantine/);
    expect((await command('disable', 'nobody')).output).to.match(/not installed/);
    expect((await command('frobnicate')).code).to.equal(2);
    expect((await command('install')).code).to.equal(2);
    expect((await command('list', '--colour')).code).to.equal(2);
    expect((await command('list')).output).to.match(/^notify-discord +\d/m);
  });

  it('leaves code alone that a running server may use', async () => {
    await command('install', await file('1.0.0'));
    // this process plays the server: it lives, and it is another than the one that the mark must not name
    await writeServerMark(dataDir);
    await writeFile(
      join(dataDir, 'server.json'),
      (await readFile(join(dataDir, 'server.json'), 'utf8')).replace(`${process.pid}`, `${process.ppid}`),
    );

    expect((await command('remove', ID)).output).to.match(/The server is running and may use its code/);
    expect((await command('disable', ID)).output).to.match(/is disabled\.\nIf the server is running, restart it/);
    await writeFile(join(dataDir, 'server.json'), '{"pid":1,"host":"another","startedAt":""}');
    expect((await command('remove', ID)).output).to.match(/add --force/);
    expect(await command('remove', ID, '--force')).to.deep.include({ code: 0 });
  });

  /** Starts the real server; its end, or its address, whichever comes first. */
  async function serve(way: string, ...flags: string[]): Promise<{ child: ChildProcess; code?: number | null; output: string }> {
    const args = [PROGRAM, 'serve', ...flags];
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env(), SPEC_CRASH: way },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let output = '';
    const settle = 3_000;
    return new Promise((resolve) => {
      const hear = (chunk: Buffer): void => {
        const wasUp = output.includes('Lectern is at');
        output += chunk.toString();
        // up: given the time in which the plugin would end it
        if (!wasUp && output.includes('Lectern is at')) setTimeout(() => resolve({ child, output }), settle);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code) => resolve({ child, code, output }));
    });
  }

  async function end(child: ChildProcess): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    return ended;
  }

  it('revives a server that a plugin crashes', async () => {
    await command('install', await file('1.0.0', CRASHING));
    const app = await buildApp(loadConfig({ ...env(), LECTERN_LOG_LEVEL: 'silent' }));
    const { database, integrationStore } = app.services;
    const at = new Date().toISOString();
    const integration = {
      id: '0190a0a0-0000-7000-8000-000000000001',
      pluginId: ID,
      name: 'Mine',
      enabled: true,
      priority: 1,
      settings: { file: 'x' },
      secrets: {},
      pluginVersion: '1.0.0',
      pathMappings: [],
      subscriptions: [],
      createdAt: at,
      updatedAt: at,
    };
    await database.transaction((tx) => integrationStore.insert(tx, integration));
    await app.close();
    const crashes = async () =>
      (JSON.parse(await readFile(join(dataDir, 'plugin-crashes.json'), 'utf8')) as { crashes: { message: Said }[] }).crashes;

    const safe = await serve('throw', '--safe-mode');
    expect(safe.code, safe.output).to.equal(undefined);
    expect(safe.output).to.contain('Safe mode is on: no plugin runs.');
    expect(await end(safe.child)).to.equal(0);

    const first = await serve('throw');
    expect(first.code, first.output).to.equal(1);
    expect(await crashes()).to.have.length(1);
    expect((await crashes())[0]).to.deep.include({ pluginId: ID, version: '1.0.0', message: 'Error: the moon fell' });

    const second = await serve('reject');
    expect(second.code, second.output).to.equal(1);
    expect((await crashes()).map(({ message }) => message)).to.deep.equal(['Error: the moon fell', 'Error: the sun fell']);

    const third = await serve('throw');
    expect(third.code, third.output).to.equal(undefined);
    expect(await end(third.child)).to.equal(0);
    expect(await listed()).to.include({ state: 'quarantined', problem: 'Error: the sun fell' });

    expect((await command('release', ID)).output).to.match(/is out of quarantine/);
    const fourth = await serve('exit');
    expect(fourth.code, fourth.output).to.equal(1);
    expect((await crashes()).map(({ message }) => inEnglish(message))).to.deep.equal(['it ended the process with process.exit(0)']);
    await command('disable', ID);
    const fifth = await serve('throw');
    expect(fifth.code, fifth.output).to.equal(undefined);
    expect(await end(fifth.child)).to.equal(0);
  });
});
