import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createLecternApi, startLectern } from '@lectern/demo';
import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import { CRASH_POINTS, createPostgresDatabase } from '@lectern/core/testing';
import {
  KILLS,
  KILLS_AROUND_THE_BIN,
  KILLS_ON_POSTGRES,
  KILLS_ON_SQLITE,
  KILLS_WHILE_CHECKING,
  KILLS_WHILE_DELETING,
  KILLS_WHILE_IMPORTING_BY_HAND,
  KILLS_WHILE_MERGING,
  KILLS_WHILE_RENAMING,
  KILLS_WHILE_REPLACING,
  KILLS_WHILE_TAGGING,
  KILLS_WHILE_TAKING_IN,
  KILLS_OF_PERSONAL_MESSAGES,
  KILLS_OF_WEBHOOKS,
  KILLS_WHILE_UPLOADING,
  killsOf,
  type Kill,
} from './crash-kills.spec.support.js';
import { expectOneOfEach, traceOf, withDatabase } from './crash-outcome.spec.support.js';
import { IS_LONG_RUN } from '../long-run.spec.support.js';
import { writeStuckFfmpeg } from '../stuck-merge.spec.support.js';
import { createCrashStage, killAndRestart, libraryOf, SERVE, untilAvailable, type CrashStage } from './crash-scene.spec.support.js';

async function surviveKill(stage: CrashStage, kill: Kill): Promise<void> {
  const scene = stage.nextScene();
  await killAndRestart(stage, scene, kill);
  const requestId = await stage.ask(scene.book);
  await untilAvailable(stage, requestId);
  await expectOneOfEach(stage, scene, requestId, kill);
}

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a server that is killed', () => {
  let stage: CrashStage;

  before(async () => {
    stage = await createCrashStage();
  });

  after(() => stage?.close());

  it('has a kill for every arrow', async () => {
    const scene = stage.nextScene();
    const requestId = await stage.ask(scene.book);
    await untilAvailable(stage, requestId);
    await expectOneOfEach(stage, scene, requestId);

    const { events, jobs } = await withDatabase(stage, (database) => traceOf(database, requestId));
    const points = KILLS.flatMap(({ at }) => at ?? []);
    const steps = [...KILLS_WHILE_MERGING, ...KILLS_WHILE_TAGGING].flatMap(({ at }) => at ?? []);
    const all: readonly string[] = [
      ...points,
      ...steps,
      ...KILLS_WHILE_RENAMING,
      ...KILLS_WHILE_REPLACING,
      ...KILLS_WHILE_IMPORTING_BY_HAND,
      ...KILLS_WHILE_CHECKING,
      ...KILLS_WHILE_TAKING_IN,
      ...KILLS_WHILE_DELETING,
      ...KILLS_WHILE_UPLOADING,
      ...KILLS_OF_WEBHOOKS,
      ...KILLS_OF_PERSONAL_MESSAGES.map(({ at }) => at),
      ...Object.values(KILLS_AROUND_THE_BIN).flat(),
    ];
    expect(points.filter((point) => point.startsWith('committed '))).to.have.members(events.map((event) => `committed ${event}`));
    expect(points.filter((point) => point.startsWith('ran '))).to.have.members(jobs.map((name) => `ran ${name}`));
    expect(CRASH_POINTS.filter((point) => !all.some((at) => at === point || at.startsWith(`${point} `)))).to.deep.equal([]);
  });

  // each kill of this list once, and on one kind of database; the long run leaves none out
  for (const kill of KILLS_ON_SQLITE) {
    it(`continues after a kill ${kill.name}`, () => surviveKill(stage, kill));
  }

  it('continues after several consecutive kills at any moment', async () => {
    const random = seeded(20_240_229);
    const scene = stage.nextScene();
    stage.world.transmission.setSpeed({ seconds: 2 });
    await stage.ask(scene.book);
    for (let round = 0; round < (IS_LONG_RUN ? 5 : 3); round += 1) {
      await new Promise((resolve) => setTimeout(resolve, random() * 900));
      await stage.restart();
    }
    const requestId = await stage.ask(scene.book);
    await untilAvailable(stage, requestId);
    stage.world.transmission.setSpeed({ seconds: 0.3 });
    await expectOneOfEach(stage, scene, requestId);
  });
});

requireOrSkip('ffmpeg')('a server that is killed while it merges a book', () => {
  let stage: CrashStage;

  before(async () => {
    stage = await createCrashStage({ library: { mergeChapters: true } });
  });

  after(() => stage?.close());

  for (const kill of killsOf(KILLS_WHILE_MERGING)) {
    it(`places one whole file after a kill ${kill.name}`, async () => {
      await surviveKill(stage, kill);

      expect(spawnSync('pgrep', ['-f', stage.world.libraryDir], { encoding: 'utf8' }).stdout, 'encoders').to.equal('');
    });
  }
});

requireOrSkip('ffmpeg')('a server that is killed while it writes tags', () => {
  let stage: CrashStage;

  before(async () => {
    stage = await createCrashStage({ library: { writeTags: 'all' } });
  });

  after(() => stage?.close());

  for (const kill of killsOf(KILLS_WHILE_TAGGING)) it(`places whole files after a kill ${kill.name}`, () => surviveKill(stage, kill));
});

requireOrSkip('ffmpeg')('a server that is killed while ffmpeg runs', () => {
  const path = process.env['PATH'];
  let bin: string;
  let stage: CrashStage;

  before(async () => {
    // an ffmpeg that outlives every server, in front of the real one
    bin = await mkdtemp(join(tmpdir(), 'lectern-stuck-'));
    await writeStuckFfmpeg(bin);
    process.env['PATH'] = `${bin}${delimiter}${path ?? ''}`;
    stage = await createCrashStage({ library: { mergeChapters: true } });
  });

  after(async () => {
    process.env['PATH'] = path;
    await stage?.close();
    await rm(bin, { recursive: true, force: true });
  });

  /** The number of the encoder that is noted in the data directory. */
  async function noted(): Promise<number | undefined> {
    const folder = join(stage.dataDir, 'encoders');
    const [name] = await readdir(folder).catch(() => []);
    const text = name === undefined ? '{}' : await readFile(join(folder, name), 'utf8').catch(() => '{}');
    return (JSON.parse(text) as { encoder?: { pid: number } }).encoder?.pid;
  }
  /** One that has ended counts as gone, even while nobody has asked how it ended. */
  const isAlive = (pid: number): Promise<boolean> =>
    readFile(`/proc/${pid}/stat`, 'utf8').then(
      (text) => !/\) [ZX] /.test(text),
      () => false,
    );

  it('ends it at its next start, and its own with the request', async function () {
    // elsewhere nothing tells the process from another one with its number
    if (process.platform !== 'linux') this.skip();
    const requestId = await stage.ask(stage.nextScene().book);
    const first = await until(noted, { everyMs: 25, what: 'an encoder' });
    await stage.server.kill();
    const outlived = await isAlive(first);

    await stage.restart();

    const second = await until(async () => [await noted()].find((pid) => pid !== first), { everyMs: 25, what: 'another encoder' });
    expect([outlived, await isAlive(first), await isAlive(second)]).to.deep.equal([true, false, true]);
    await stage.user.api.call('POST', `/api/requests/${requestId}/cancel`);
    await until(async () => !(await isAlive(second)), { everyMs: 25, what: 'the end of the encoder' });
    await until(async () => (await libraryOf(stage.world.libraryDir)).left.length === 0, { everyMs: 25, what: 'an empty library' });
  });
});

describe('a server that is killed at its first start', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-first-start-'));
  });

  afterEach(() => rm(dir, { recursive: true, force: true }));

  const bytesOf = (name: RegExp): number =>
    readdirSync(dir)
      .filter((file) => name.test(file))
      .reduce((sum, file) => sum + (statSync(join(dir, file), { throwIfNoEntry: false })?.size ?? 0), 0);

  /** Kills a server once it has written more to files of this name than was there before. */
  async function killOnceWritten(name: RegExp): Promise<void> {
    const before = bytesOf(name);
    const env = { ...process.env, LECTERN_DATA: dir, LECTERN_HOST: '127.0.0.1', LECTERN_PORT: '0', LECTERN_LOG_LEVEL: 'warn' };
    const child = spawn(SERVE[0] ?? '', SERVE.slice(1), { stdio: 'ignore', env });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    try {
      await until(() => bytesOf(name) > before, { everyMs: 1, what: String(name) });
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
  }

  it('can be set up after kills during the creation of its keys, its database and its tables', async () => {
    for (const file of [/^keys\.json/, /^lectern\.db/, /^lectern\.db/]) await killOnceWritten(file);

    const server = await startLectern(SERVE, { dataDir: dir });
    try {
      const api = createLecternApi(server.url);
      const account = { username: 'admin', password: 'correct horse battery' };
      await api.call('POST', '/api/setup/admin', { ...account, token: server.setupToken, displayName: 'Ada' });
      const { accessToken } = await api.call<{ accessToken: string }>('POST', '/api/auth/local/login', account);
      expect(accessToken).to.be.a('string');
    } finally {
      await server.stop();
    }
  });
});

requireOrSkip('postgres')('a server on PostgreSQL that is killed', () => {
  let stage: CrashStage;
  let drop: () => Promise<void>;

  before(async () => {
    const database = await createPostgresDatabase();
    drop = database.drop;
    stage = await createCrashStage({ databaseUrl: database.url });
  });

  after(async () => {
    await stage?.close();
    await drop?.();
  });

  for (const kill of KILLS_ON_POSTGRES) {
    it(`continues after a kill ${kill.name}`, () => surviveKill(stage, kill));
  }
});
