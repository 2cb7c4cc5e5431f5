import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLecternApi, startLectern } from '@lectern/demo';
import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import { CRASH_POINTS, createPostgresDatabase } from '@lectern/core/testing';
import { KILLS, KILLS_ON_POSTGRES, type Kill } from './crash-kills.spec.support.js';
import { expectOneOfEach, traceOf, withDatabase } from './crash-outcome.spec.support.js';
import { IS_LONG_RUN } from '../long-run.spec.support.js';
import { createCrashStage, killAndRestart, SERVE, untilAvailable, type CrashStage } from './crash-scene.spec.support.js';

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

describe('a server that is killed', function () {
  this.timeout(90_000);
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
    expect(points.filter((point) => point.startsWith('committed '))).to.have.members(events.map((event) => `committed ${event}`));
    expect(points.filter((point) => point.startsWith('ran '))).to.have.members(jobs.map((name) => `ran ${name}`));
    expect(CRASH_POINTS.filter((point) => !points.some((at) => at === point || at.startsWith(`${point} `)))).to.deep.equal([]);
  });

  for (const kill of KILLS.filter(({ repeats }) => IS_LONG_RUN || !repeats)) {
    it(`continues after a kill ${kill.name}`, () => surviveKill(stage, kill));
  }

  it('continues after five consecutive kills at any moment', async () => {
    const random = seeded(20_240_229);
    const scene = stage.nextScene();
    stage.world.transmission.setSpeed({ seconds: 2 });
    await stage.ask(scene.book);
    for (let round = 0; round < 5; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, random() * 900));
      await stage.restart();
    }
    const requestId = await stage.ask(scene.book);
    await untilAvailable(stage, requestId);
    stage.world.transmission.setSpeed({ seconds: 0.3 });
    await expectOneOfEach(stage, scene, requestId);
  });
});

describe('a server that is killed at its first start', function () {
  this.timeout(60_000);
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
      await until(() => bytesOf(name) > before, { everyMs: 1, timeoutMs: 20_000, what: String(name) });
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

requireOrSkip('postgres')('a server on PostgreSQL that is killed', function () {
  this.timeout(90_000);
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
