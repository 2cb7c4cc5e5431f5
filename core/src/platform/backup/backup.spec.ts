import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { entities } from '../../app/entities.js';
import { createImpatientPostgres } from '../db/impatient-postgres.spec.support.js';
import { openDatabase } from '../db/index.js';
import { hasPostgres } from '../db/test-databases.js';
import { AT, contentOf, createBackupWorld, fillDatabase, rewrite, type BackupWorld } from './backup-world.spec.support.js';
import { type BackupManifest } from './index.js';
import { openSnapshot } from './snapshot.js';
import { knownMigrations, schemaAfter } from './table-schema.js';

const run = promisify(execFile);

function pick(row: object, columns: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));
}

describe('backups', () => {
  let world: BackupWorld;

  beforeEach(async () => {
    world = await createBackupWorld();
  });
  afterEach(() => world.remove());

  it('know the type and the key of every table and column', async () => {
    const schema = await schemaAfter(knownMigrations);

    expect(schema.filter(({ primaryKey }) => primaryKey.length === 0).map(({ name }) => name)).to.deep.equal([]);
    expect(schema.map(({ name }) => name)).to.include.members(entities.map(({ options }) => options.tableName));
  });

  for (const dialect of ['sqlite', 'postgres'] as const) {
    describe(`on ${dialect}`, () => {
      before(async function () {
        if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
      });

      it('are restored with every row as it was', async () => {
        const source = await world.filled(dialect, 1203);
        const place = await world.emptyPlace(dialect);

        const report = await world.restore(await world.save(source), place);

        expect(await contentOf(place)).to.deep.equal(await contentOf(source));
        expect(report).to.include({ rows: 1207, droppedCharacters: 0 });
        // the server can work with the restored database
        const database = await openDatabase({ ...place, entities });
        expect(database.migrated).to.deep.equal([]);
        await database.close();
      });

      it('contain the state of one moment while others write', async () => {
        const source = await world.filled(dialect, 600);
        let written = 0;

        const file = await world.save(source, undefined, {
          onProgress: ({ table }: { table: string }) => {
            if (table !== 'audiobooks' && table !== 'request_counts') return;
            written += 1;
            void source.database.transaction((tx) => tx.run('DELETE FROM request_counts'));
            void source.database.transaction((tx) => tx.run("UPDATE audiobooks SET title = 'changed'"));
          },
        });
        const place = await world.emptyPlace(dialect);
        await world.restore(file, place);
        const { request_counts: counts, audiobooks } = await contentOf(place);

        expect(written).to.equal(2);
        expect(counts).to.have.length(1);
        expect(audiobooks?.filter(({ title }) => title === 'changed')).to.deep.equal([]);
      });

      it('replace a database only on request, and completely', async () => {
        const file = await world.save(await world.filled(dialect));
        const target = await world.emptyPlace(dialect);
        const database = await openDatabase({ ...target, entities });
        await fillDatabase(database, 1);
        await database.transaction((tx) => tx.insert('settings', { key: 'mine', value: '1', updatedAt: AT }));
        await database.close();
        const before = await contentOf(target);

        const refused = await world.outcome(world.restore(file, target));
        const failed = await world.outcome(world.restore(file, target, { replace: true, fails: true }));
        const untouched = await contentOf(target);
        const left = (await readdir(target.dataDir)).filter((name) => name.startsWith('restore-'));
        const { previous } = await world.restore(file, target, { replace: true });
        const after = await contentOf(target);

        expect(refused).to.include('1 account').and.include('--replace');
        expect(failed).to.include('at the last step');
        expect(untouched).to.deep.equal(before);
        expect(left).to.deep.equal([]);
        expect(after['settings']).to.deep.equal([]);
        expect(after['audiobooks']).to.have.length(3);
        if (dialect === 'postgres') return;
        await mkdir(join(world.dir, 'old'));
        await run('cp', [previous ?? '', join(world.dir, 'old', 'lectern.db')]);
        expect(await contentOf({ dataDir: join(world.dir, 'old') })).to.deep.equal(before);
      });

      if (dialect === 'sqlite') {
        it('clean up after a restore that was killed', async () => {
          const file = await world.save(await world.filled(dialect));
          const place = await world.emptyPlace(dialect);
          const left = ['restore-0123456789ab.db', 'restore-0123456789ab.db-journal'];
          for (const name of left) await writeFile(join(place.dataDir, name), 'half');
          for (const name of ['restore-mine.db', 'before-restore-2026.db']) await writeFile(join(place.dataDir, name), 'mine');

          await world.restore(file, place);

          const there = await readdir(place.dataDir);
          expect(there).to.include.members(['restore-mine.db', 'before-restore-2026.db']);
          expect(there.filter((name) => left.includes(name))).to.deep.equal([]);
        });
      }

      it('are migrated when they come from an older version', async () => {
        const place = await world.emptyPlace(dialect);
        const first = knownMigrations.slice(0, 1);
        const file = await world.altered(await world.save(await world.filled(dialect)), async (parts) => {
          const manifest = JSON.parse(await readFile(join(parts, 'manifest.json'), 'utf8')) as BackupManifest;
          const tables = await schemaAfter(first);
          const kept = manifest.tables.filter(({ name, rows }) => rows > 0 && tables.some((table) => table.name === name));
          const removed = manifest.tables.filter((part) => !kept.includes(part));
          for (const { name } of removed) await rm(join(parts, 'tables', `${name}.ndjson`));
          for (const part of kept) {
            const path = join(parts, 'tables', `${part.name}.ndjson`);
            const columns = tables.find((table) => table.name === part.name)?.columns.map(({ name }) => name) ?? [];
            const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
            const old = lines.map((line) => `${JSON.stringify(pick(JSON.parse(line) as object, columns))}\n`).join('');
            await writeFile(path, old);
            Object.assign(part, { bytes: Buffer.byteLength(old), sha256: createHash('sha256').update(old).digest('hex') });
          }
          await writeFile(join(parts, 'manifest.json'), JSON.stringify({ ...manifest, migrations: first, tables: kept }));
        });

        await world.restore(file, place);
        const database = await openDatabase({ ...place, entities });
        const shelves = await database.read.all('SELECT * FROM shelves');
        await database.close();

        expect(database.migrated).to.deep.equal([]);
        expect(shelves).to.deep.equal([]);
        expect((await contentOf(place))['requests']).to.have.length(2);
      });

      it('keep references intact', async () => {
        const file = await world.altered(await world.save(await world.filled(dialect)), (parts) => rewrite(parts, 'users', () => ''));

        const result = await world.outcome(world.restore(file, await world.emptyPlace(dialect)));

        expect(result).to.match(/^Rows of \w+ refer to others that are not in the backup\.$/);
      });
    });
  }

  it('can be restored from SQLite into PostgreSQL and back', async function () {
    if (!(await hasPostgres())) return this.skip();
    const source = await world.filled('sqlite', 700);
    const postgres = await world.emptyPlace('postgres');
    const again = await world.emptyPlace('sqlite');

    await world.restore(await world.save(source), postgres);
    await world.restore(await world.save(postgres, join(world.dir, 'second.tar.gz')), again);

    expect(await contentOf(postgres)).to.deep.equal(await contentOf(source));
    expect(await contentOf(again)).to.deep.equal(await contentOf(source));
    // its foreign keys are as the migrations created them
    const database = await openDatabase({ ...postgres, entities });
    const deferrable = await database.read.all('SELECT conname FROM pg_constraint WHERE condeferrable');
    await database.close();
    expect(deferrable).to.deep.equal([]);
  });

  it('name a column that does not fit into PostgreSQL, and remove characters it cannot store', async function () {
    if (!(await hasPostgres())) return this.skip();
    const source = await world.filled('sqlite');
    await source.database.transaction((tx) => tx.run('UPDATE audiobooks SET title = ?', ['a\0b']));
    const fits = await world.save(source);
    const place = await world.emptyPlace('postgres');
    const { droppedCharacters } = await world.restore(fits, place);
    await source.database.transaction((tx) => tx.run('UPDATE users SET username = ?', ['😀'.repeat(101)]));

    const refused = await world.outcome(
      world.restore(await world.save(source, join(world.dir, 'long.tar.gz')), await world.emptyPlace('postgres')),
    );

    expect(droppedCharacters).to.equal(3);
    expect((await contentOf(place))['audiobooks']?.[0]).to.include({ title: 'ab' });
    expect(refused).to.include('users.username').and.include('100 characters').and.not.include('😀');
  });

  it('are not restored while a server is connected', async function () {
    if (!(await hasPostgres())) return this.skip();
    const file = await world.save(await world.filled('sqlite'));
    const place = await world.emptyPlace('postgres');
    const server = await openDatabase({ ...place, entities });

    const beside = await world.outcome(world.restore(file, place));
    await server.close();
    const alone = await world.outcome(world.restore(file, place));

    expect([beside, alone]).to.deep.equal(['A server is connected to this database. Stop it first.', 'done']);
  });

  it('are made of a PostgreSQL that ends transactions that idle, and restored into it', async function () {
    if (!(await hasPostgres())) return this.skip();
    const file = await world.save(await world.filled('sqlite'));
    const postgres = await createImpatientPostgres();
    try {
      const place = { dataDir: world.dir, databaseUrl: postgres.url };

      await world.restore(file, place, { finish: () => postgres.outlastIdling() });
      const snapshot = await openSnapshot(place);
      await postgres.outlastIdling();
      const users = await snapshot.all('SELECT id FROM users');
      await snapshot.close();

      expect(users).to.deep.equal([{ id: 'u1' }]);
    } finally {
      await postgres.drop();
    }
  });

  it('are read and written in pieces', async () => {
    const source = await world.filled('sqlite', 0);
    const text = 'y'.repeat(100_000);
    for (let n = 0; n < 40; n += 1) {
      await source.database.transaction(async (tx) => {
        for (let i = 0; i < 50; i += 1) await tx.insert('settings', { key: `k${n}-${i}`, value: text + n + i, updatedAt: AT });
      });
    }
    const place = await world.emptyPlace('sqlite');
    let most = 0;
    const before = process.memoryUsage().rss;
    const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 20);

    const report = await world.restore(await world.save(source), place);
    clearInterval(look);

    // 200 MB of rows
    expect(report.rows).to.equal(2004);
    expect(most).to.be.below(400 * 1024 * 1024);
  });
});
