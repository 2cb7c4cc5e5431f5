import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sinon from 'sinon';
import sqlite3 from 'sqlite3';
import { DataSource } from 'typeorm';
import { isDatabaseUnavailable } from './database-fault.js';
import { connectionOf, createSqliteWriter } from './sqlite-writer.js';
import { createTestDatabase, hasPostgres, type TestDatabase } from './test-databases.js';

const now = '2026-01-01T00:00:00.000Z';

async function kindOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'saved',
    (error: unknown) => (isDatabaseUnavailable(error) ? error.kind : String(error)),
  );
}

describe('a SQLite connection that may or may not have an open transaction', () => {
  let dir: string;
  beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'lectern-writer-'))));
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('is discarded, and the next transaction gets a new one', async () => {
    const open = () => new DataSource({ type: 'sqlite', database: join(dir, 'a.db'), enableWAL: true }).initialize();
    const first = await open();
    await first.query('CREATE TABLE things (name TEXT)');
    const writer = createSqliteWriter(open, first, () => undefined);
    const exec = sinon.stub(connectionOf(first), 'exec').callThrough();
    for (const statement of ['COMMIT', 'ROLLBACK'])
      exec.withArgs(statement).callsFake((_sql, done) => done(Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' })));

    const lost = await kindOf(writer.transaction((tx) => tx.insert('things', { name: 'lost' })));
    await writer.transaction((tx) => tx.insert('things', { name: 'saved' }));
    await writer.close();
    const later = await open();
    const names = (await later.query('SELECT name FROM things')) as unknown;
    await later.destroy();

    expect(lost).to.match(/disk I\/O error/);
    expect(first.isInitialized).to.equal(false);
    expect(names).to.deep.equal([{ name: 'saved' }]);
  });
});

describe('a SQLite database that another program has locked', () => {
  let test: TestDatabase;
  before(async () => (test = await createTestDatabase('sqlite')));
  after(() => test.dispose());

  it('refuses writes, and works again once it is unlocked', async () => {
    const other = new sqlite3.Database(join(test.dataDir, 'lectern.db'));
    const execute = (sql: string) => new Promise<void>((done, fail) => other.exec(sql, (error) => (error ? fail(error) : done())));
    const write = (key: string) => kindOf(test.database.transaction((tx) => tx.insert('settings', { key, value: '1', updatedAt: now })));

    await execute('BEGIN IMMEDIATE');
    const held = await write('held');
    await execute('ROLLBACK');
    const free = await write('free');
    await new Promise<void>((done) => other.close(() => done()));

    expect([held, free]).to.deep.equal(['busy', 'saved']);
    expect(await test.database.read.all("SELECT key FROM settings WHERE key IN ('held', 'free')")).to.deep.equal([{ key: 'free' }]);
  });
});

describe('a PostgreSQL connection that ends in the middle of a transaction', () => {
  let test: TestDatabase;
  before(async function () {
    if (!(await hasPostgres())) return this.skip();
    test = await createTestDatabase('postgres');
  });
  after(() => test?.dispose());

  it('fails that transaction as unreachable, and no other', async () => {
    const write = (key: string, end: boolean) =>
      test.database.transaction(async (tx) => {
        await tx.insert('settings', { key, value: '1', updatedAt: now });
        if (end) await tx.all('SELECT pg_terminate_backend(pg_backend_pid())');
        await tx.entities.insert('settings', { key: `${key}.2`, value: '1', updatedAt: now });
      });

    const ended = await kindOf(write('ended', true));
    const fault = test.database.fault?.kind;
    const next = await kindOf(write('next', false));

    expect([ended, fault, next]).to.deep.equal(['unreachable', 'unreachable', 'saved']);
    expect(test.database.fault).to.equal(undefined);
    expect(await test.database.read.all("SELECT key FROM settings WHERE key LIKE 'ended%'")).to.deep.equal([]);
  });
});
