import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROGRAM } from './program.js';
import { withAppOn } from './command-line.spec.support.js';
import { inEnglish, type Said } from '../platform/words/index.js';

const ID = 'notify-harmful';
const HARMFUL = `
import { definePlugin } from '@lectern/plugin-api';
const harm = process.env.SPEC_HARM;
export default definePlugin({
  create() {
    if (harm === 'pollute') Object.assign(Object.prototype, { columns: ['planted'], toJSON: () => 'planted' });
    return {
      provides: { notifier: { send: async () => undefined } },
      check: async () => ({ ok: true }),
      // later, when nobody of the host is on the stack
      start: () => void setTimeout(async () => {
        await undefined;
        console.error('the harm begins');
        while (harm === 'loop') /^(a+)+$/.test('a'.repeat(40) + 'b');
        if (harm === 'leak') for (const kept = []; ; kept.push(new Array(1000).fill(kept.length + 0.5)));
        if (harm === 'die') process.kill(process.pid, 'SIGSEGV');
        if (harm === 'pollute later') {
          Object.prototype.planted = 1;
          Array.prototype.map = () => { throw new Error('planted'); };
        }
        if (harm === 'wait') await new Promise((resolve) => setTimeout(resolve, 600_000));
      }, 500),
    };
  },
});
`;

/** A running server. */
interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ended: Promise<unknown[]>;
  /** Resolves when the plugin has come to its harm. */
  readonly harmBegins: Promise<void>;
  readonly output: () => string;
}

const SETTINGS = { type: 'object', additionalProperties: false, properties: {} };

describe('a server with a harmful plugin', () => {
  let dataDir: string;
  let children: ChildProcess[];

  beforeEach(async () => {
    children = [];
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-harmful-'));
    const modules = join(dataDir, 'plugins', ID, '1.0.0', 'node_modules');
    const dir = join(modules, 'lectern-plugin-harmful');
    await mkdir(dir, { recursive: true });
    await mkdir(join(modules, '@lectern'));
    const api = dirname(dirname(createRequire(import.meta.url).resolve('@lectern/plugin-api')));
    await symlink(api, join(modules, '@lectern', 'plugin-api'), 'dir');
    const lectern = { manifest: 1, id: ID, api: '^1.0.0', provides: ['notifier'], instances: 'many', displayName: 'Harmful', hosts: [] };
    const pkg = { name: 'lectern-plugin-harmful', version: '1.0.0', type: 'module', keywords: ['lectern-plugin'], exports: './index.js' };
    await writeFile(join(dir, 'package.json'), JSON.stringify({ ...pkg, lectern: { ...lectern, settings: './settings.schema.json' } }));
    await writeFile(join(dir, 'settings.schema.json'), JSON.stringify(SETTINGS));
    await writeFile(join(dir, 'index.js'), HARMFUL);
    const at = new Date().toISOString();
    await withAppOn(dataDir, ({ database, integrationStore }) =>
      database.transaction((tx) =>
        integrationStore.insert(tx, {
          id: '0190a0a0-0000-7000-8000-000000000001',
          pluginId: ID,
          name: 'Mine',
          enabled: true,
          priority: 1,
          settings: {},
          secrets: {},
          pluginVersion: '1.0.0',
          pathMappings: [],
          subscriptions: [],
          createdAt: at,
          updatedAt: at,
        }),
      ),
    );
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Starts the real server, and waits until it says where it is. */
  async function serve(harm: string): Promise<Served> {
    const env = {
      ...process.env,
      DATABASE_URL: '',
      LECTERN_DATA: dataDir,
      LECTERN_HOST: '127.0.0.1',
      LECTERN_PORT: '0',
      LECTERN_LOG_LEVEL: 'error',
    };
    const flags = harm === 'leak' ? ['--max-old-space-size=200'] : [];
    const child = spawn(process.execPath, [...flags, PROGRAM, 'serve'], {
      env: { ...env, SPEC_HARM: harm },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const ended = once(child, 'exit');
    let output = '';
    let noteHarm = (): void => undefined;
    const harmBegins = new Promise<void>((resolve) => (noteHarm = resolve));
    const url = await new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        output += chunk.toString();
        const found = /Lectern is at (\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
        if (output.includes('the harm begins')) noteHarm();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(output)));
    });
    return { child, url, ended, harmBegins, output: () => output };
  }

  async function stop({ child, ended }: Awaited<ReturnType<typeof serve>>): Promise<unknown> {
    child.kill('SIGTERM');
    return (await ended)[0];
  }

  async function crashFile(): Promise<{ crashes: { pluginId: string }[]; quarantined: { pluginId: string; message: Said }[] }> {
    return JSON.parse(await readFile(join(dataDir, 'plugin-crashes.json'), 'utf8')) as never;
  }

  it('ends when the plugin blocks it for twenty seconds, even while it should stop, and starts again without that plugin', async () => {
    const looping = await serve('loop');
    await looping.harmBegins;
    looping.child.kill('SIGTERM');

    const [, signal] = await looping.ended;

    expect(signal, looping.output()).to.equal('SIGKILL');
    expect(looping.output()).to.contain(`The plugin ${ID} has held the server up for 20 seconds.`);
    expect((await crashFile()).quarantined).to.have.length(1);
    const [held] = (await crashFile()).quarantined;
    expect(held?.pluginId).to.equal(ID);
    expect(inEnglish(held?.message ?? '')).to.equal('it held the server up for more than 20 seconds');
    const again = await serve('loop');
    await sleep(3000);
    expect((await fetch(`${again.url}/api/health`)).status).to.equal(200);
    expect(await stop(again), again.output()).to.equal(0);
  });

  it('does not mistake a pause of the whole process for a block', async () => {
    const server = await serve('none');
    await sleep(2000);

    server.child.kill('SIGSTOP');
    await sleep(25_000);
    server.child.kill('SIGCONT');
    await sleep(4000);

    expect((await fetch(`${server.url}/api/health`)).status).to.equal(200);
    expect(await stop(server), server.output()).to.equal(0);
  });

  it('keeps running when a plugin does that later, in code that it left behind', async () => {
    const polluted = await serve('pollute later');
    await polluted.harmBegins;
    await until(() => existsSync(join(dataDir, 'plugin-crashes.json')));

    expect((await fetch(`${polluted.url}/api/health`)).status).to.equal(200);
    expect((await fetch(`${polluted.url}/metrics`)).status).to.be.below(500);
    expect((await crashFile()).quarantined.map(({ pluginId }) => pluginId)).to.deep.equal([ID]);
    expect(await stop(polluted), polluted.output()).to.equal(0);
  });

  for (const [harm, what] of [
    ['leak', 'uses up the memory'],
    ['die', 'ends the process by a signal'],
  ] as const) {
    it(`starts without a plugin that ${what} twice`, async () => {
      for (const _ of [1, 2]) await (await serve(harm)).ended;

      const server = await serve(harm);
      await sleep(3000);

      expect((await fetch(`${server.url}/api/health`)).status).to.equal(200);
      const { crashes, quarantined } = await crashFile();
      expect(crashes.map(({ pluginId }) => pluginId)).to.deep.equal([ID, ID]);
      expect(inEnglish(quarantined[0]?.message ?? '')).to.equal('the server died while its code was running');
      expect(await stop(server), server.output()).to.equal(0);
    });
  }

  it('blames no plugin when it is killed while that plugin waits, or stopped', async () => {
    for (const _ of [1, 2, 3]) {
      const server = await serve('wait');
      await server.harmBegins;
      await sleep(500);
      server.child.kill('SIGKILL');
      await server.ended;
    }

    const server = await serve('wait');
    await server.harmBegins;

    expect(existsSync(join(dataDir, 'plugin-crashes.json'))).to.equal(false);
    expect(await stop(server), server.output()).to.equal(0);
    expect(await readdir(join(dataDir, 'plugins-at-work'))).to.deep.equal([]);
  });

  it('keeps running when a plugin changes what every object inherits, and quarantines that plugin', async () => {
    const polluted = await serve('pollute');
    await until(() => existsSync(join(dataDir, 'plugin-crashes.json')));

    expect((await fetch(`${polluted.url}/api/health`)).status).to.equal(200);
    expect(inEnglish((await crashFile()).quarantined[0]?.message ?? '')).to.match(/Object\.prototype\.columns/);
    expect(await stop(polluted), polluted.output()).to.equal(0);
    const again = await serve('pollute');
    await sleep(1000);
    expect((await fetch(`${again.url}/api/health`)).status).to.equal(200);
    expect(await stop(again), again.output()).to.equal(0);
  });
});
