import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts, until } from '@lectern/testbed';
import { expect } from 'chai';
import { createPostgresChangeFeed } from '../change-feed/index.js';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';
import { hasPostgres } from './test-databases.js';
import { askPostgres, createPostgresDatabase, type PostgresDatabase } from './test-postgres.js';

const PROGRAM = process.env['PGBOUNCER_CMD'] ?? 'pgbouncer';
const ENV = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };

interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

/** Whether PgBouncer is installed. @throws if `LECTERN_TEST_REQUIRE_ALL` forbids skipping tests */
async function hasPooler(): Promise<boolean> {
  try {
    await promisify(execFile)(PROGRAM, ['--version'], { env: ENV });
    return true;
  } catch (error) {
    if (process.env['LECTERN_TEST_REQUIRE_ALL'] === '1') throw error;
    console.log('    skipped: PgBouncer is not installed');
    return false;
  }
}

/** Starts a PgBouncer that lends few connections, each for one transaction. */
async function startPooler(target: string): Promise<Pooler> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(target);
  const [port = 0] = await freePorts();
  const dir = await mkdtemp(join(tmpdir(), 'lectern-pooler-'));
  const [facts] = (await askPostgres("SELECT current_setting('data_directory') AS data")) as [{ data: string }];
  // it refuses to run as root
  const { uid, gid } = process.getuid?.() === 0 ? await stat(facts.data) : await stat(dir);
  const file = join(dir, 'pgbouncer.ini');
  const login = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort || '5432'} user=${username}${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
ignore_startup_parameters = extra_float_digits
`,
  );
  await chown(dir, uid, gid);
  const child: ChildProcess = spawn(PROGRAM, [file], { uid, gid, cwd: dir, env: ENV, stdio: 'ignore' });
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => (socket.destroy(), resolve(true)));
      socket.once('error', () => resolve(false));
    });
  await until(isUp, { everyMs: 50, what: 'PgBouncer' });
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

describe('PostgreSQL behind a pooler that lends connections by the transaction', () => {
  let made: PostgresDatabase;
  let pooler: Pooler;
  let dataDir: string;
  /** As two processes have it. */
  let databases: Database[];

  before(async function () {
    if (!(await hasPostgres()) || !(await hasPooler())) return this.skip();
    made = await createPostgresDatabase();
    pooler = await startPooler(made.url);
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-pooled-'));
    databases = [];
    for (let n = 0; n < 2; n += 1) databases.push(await openDatabase({ dataDir, databaseUrl: pooler.url, entities: [] }));
  });
  after(async () => {
    for (const database of databases ?? []) await database.close();
    await pooler?.stop();
    await made?.drop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  it('answers what each process asked', async () => {
    const wrong: string[] = [];
    const ask = async (database: Database, text: string): Promise<void> => {
      const row = await database.read.get<{ answer: string }>(`SELECT '${text}' AS answer WHERE 1 = ?`, [1]);
      if (row?.answer !== text) wrong.push(`${text}: ${row?.answer}`);
    };
    for (let round = 0; round < 60; round += 1) {
      await Promise.all(databases.flatMap((database, n) => [0, 1, 2].map((one) => ask(database, `process ${n} asks ${one}`))));
    }

    expect(wrong).to.deep.equal([]);
  });

  it('is polled for what other processes change, and says so once', async () => {
    const [database] = databases as [Database];
    const errors: string[] = [];
    let missed = 0;
    const feed = createPostgresChangeFeed({
      database,
      databaseUrl: pooler.url,
      log: { warn: () => undefined, info: () => undefined, error: (_: object, text = '') => void errors.push(text) },
      echoMs: 500,
      pollMs: 50,
    });
    feed.hear('things', (data) => {
      if (data === undefined) missed += 1;
    });
    await feed.start();
    try {
      await until(async () => missed >= 3, { everyMs: 20, what: 'polling' });

      expect(feed.isPolling).to.equal(true);
      expect(errors).to.have.length(1);
      expect(errors[0]).to.include('PostgreSQL does not pass notifications on');
    } finally {
      await feed.stop();
    }
  });
});
