import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { create, extract } from 'tar';
import { entities } from '../../app/entities.js';
import type { Database } from '../db/index.js';
import { openDatabase } from '../db/index.js';
import { createPostgresDatabase, createTestDatabase, hasPostgres, type TestDatabase } from '../db/test-databases.js';
import { openSnapshot, type DatabasePlace } from './snapshot.js';
import { knownMigrations, schemaAfter } from './table-schema.js';
import { BackupError, restoreBackup, verifyBackup, writeBackup, type Manifest, type RestoreReport } from './index.js';

const AT = '2026-01-02T03:04:05.678Z';
const run = promisify(execFile);

type Rows = Record<string, unknown>[];

/** Everything that is in a database, table by table. */
async function contentOf(place: DatabasePlace): Promise<Record<string, Rows>> {
  const snapshot = await openSnapshot(place);
  try {
    const content: Record<string, Rows> = {};
    for (const { name, columns, primaryKey } of await schemaAfter(snapshot.migrations)) {
      const rows = await snapshot.all(`SELECT * FROM ${name}`);
      const keyOf = (row: Record<string, unknown>): string => JSON.stringify(primaryKey.map((column) => row[column]));
      content[name] = rows
        .map((row) => ({ ...row }))
        .map((row) => {
          for (const { name: column, kind } of columns) if (kind === 'boolean' && row[column] !== null) row[column] = Boolean(row[column]);
          return row;
        })
        .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    }
    return content;
  } finally {
    await snapshot.close();
  }
}

/** A bit of everything that may be lost on the way. */
async function fill({ transaction }: Database, books: number): Promise<void> {
  const user = { displayName: 'Zoë 😀', role: 'user', state: 'active', libraryIdentity: 'x', createdAt: AT, updatedAt: AT };
  const request = {
    region: 'us',
    type: 'audiobook',
    status: 'pending',
    statusGroup: 'active',
    version: 1,
    statusSince: AT,
    origin: 'user',
  };
  await transaction(async (tx) => {
    await tx.insert('users', {
      id: 'u1',
      username: 'zoë',
      ...user,
      autoApprove: true,
      downloadAccess: false,
      interactiveSearch_access: null,
    });
    // refers to a row that comes after it in the order of keys
    const common = {
      userId: 'u1',
      asin: 'B000000001',
      ...request,
      title: 'A "title"\nof two lines',
      author: '\\',
      createdAt: AT,
      updatedAt: AT,
    };
    await tx.insert('requests', { id: 'r2', ...common, status: 'failed' });
    await tx.insert('requests', { id: 'r1', ...common, parentRequestId: 'r2' });
    await tx.insert('request_counts', { userId: 'u1', status: 'pending', count: 1 });
    for (let n = 0; n < books; n += 1) {
      const asin = `B${String(n).padStart(9, '0')}`;
      const book = {
        asin,
        region: 'us',
        title: `Book ${n} – ünï`,
        authors: '[]',
        narrators: '[]',
        seriesList: '[]',
        genres: '[]',
        fetchedAt: AT,
      };
      await tx.insert('audiobooks', {
        ...book,
        ratingAverage: n / 3,
        ratingCount: n,
        abridged: n % 2 === 0,
        adult: null,
        description: 'x'.repeat(500),
      });
    }
  });
}

describe('backups', function () {
  this.timeout(120_000);
  let dir: string;
  const endings: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
    endings.push(() => rm(dir, { recursive: true, force: true }));
  });
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });

  async function filled(dialect: 'sqlite' | 'postgres', books = 3): Promise<TestDatabase> {
    const test = await createTestDatabase(dialect);
    endings.push(() => test.dispose());
    await fill(test.database, books);
    return test;
  }

  async function emptyPlace(dialect: 'sqlite' | 'postgres'): Promise<DatabasePlace> {
    const dataDir = await mkdtemp(join(dir, 'data-'));
    if (dialect === 'sqlite') return { dataDir };
    const { url, drop } = await createPostgresDatabase();
    endings.push(drop);
    return { dataDir, databaseUrl: url };
  }

  async function save(place: DatabasePlace, file = join(dir, 'backup.tar.gz'), more: object = {}): Promise<string> {
    const { dataDir, databaseUrl } = place;
    await writeBackup({ dataDir, databaseUrl, file, version: '1.2.3', now: () => new Date(AT), ...more });
    return file;
  }

  async function restore(file: string, place: DatabasePlace, more: { replace?: boolean; fails?: boolean } = {}): Promise<RestoreReport> {
    return restoreBackup({
      ...place,
      backup: await verifyBackup(file, place.databaseUrl !== undefined),
      replace: more.replace ?? false,
      finish: () => (more.fails ? Promise.reject(new Error('at the last step')) : Promise.resolve()),
      now: () => new Date(AT),
    });
  }

  const outcome = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof BackupError ? error.message : `not a BackupError: ${String(error)}`),
    );

  it('know the type and the key of every column and table there is', async () => {
    const schema = await schemaAfter(knownMigrations);

    expect(schema.filter(({ primaryKey }) => primaryKey.length === 0).map(({ name }) => name)).to.deep.equal([]);
    expect(schema.map(({ name }) => name)).to.include.members(entities.map(({ options }) => options.tableName));
  });

  for (const dialect of ['sqlite', 'postgres'] as const) {
    describe(`of ${dialect}`, () => {
      before(async function () {
        if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
      });

      it('come back with every row as it was', async () => {
        const source = await filled(dialect, 1203);
        const place = await emptyPlace(dialect);

        const report = await restore(await save(source), place);

        expect(await contentOf(place)).to.deep.equal(await contentOf(source));
        expect(report).to.include({ rows: 1207, droppedCharacters: 0 });
        // and the server can go on with it
        const database = await openDatabase({ ...place, entities });
        expect(database.migrated).to.deep.equal([]);
        await database.close();
      });

      it('hold what was true at one moment while others write', async () => {
        const source = await filled(dialect, 600);
        let written = 0;

        const file = await save(source, undefined, {
          onProgress: ({ table }: { table: string }) => {
            if (table !== 'audiobooks' && table !== 'request_counts') return;
            written += 1;
            void source.database.transaction((tx) => tx.run('DELETE FROM request_counts'));
            void source.database.transaction((tx) => tx.run("UPDATE audiobooks SET title = 'changed'"));
          },
        });
        const place = await emptyPlace(dialect);
        await restore(file, place);
        const { request_counts: counts, audiobooks } = await contentOf(place);

        expect(written).to.equal(2);
        expect(counts).to.have.length(1);
        expect(audiobooks?.filter(({ title }) => title === 'changed')).to.deep.equal([]);
      });

      it('replace a database only when told to, and all of it', async () => {
        const file = await save(await filled(dialect));
        const target = await emptyPlace(dialect);
        const database = await openDatabase({ ...target, entities });
        await fill(database, 1);
        await database.transaction((tx) => tx.insert('settings', { key: 'mine', value: '1', updatedAt: AT }));
        await database.close();
        const before = await contentOf(target);

        const refused = await outcome(restore(file, target));
        const failed = await outcome(restore(file, target, { replace: true, fails: true }));
        const untouched = await contentOf(target);
        const left = (await readdir(target.dataDir)).filter((name) => name.startsWith('restore-'));
        const { previous } = await restore(file, target, { replace: true });
        const after = await contentOf(target);

        expect(refused).to.include('1 account').and.include('--replace');
        expect(failed).to.include('at the last step');
        expect(untouched).to.deep.equal(before);
        expect(left).to.deep.equal([]);
        expect(after['settings']).to.deep.equal([]);
        expect(after['audiobooks']).to.have.length(3);
        if (dialect === 'postgres') return;
        await mkdir(join(dir, 'old'));
        await run('cp', [previous ?? '', join(dir, 'old', 'lectern.db')]);
        expect(await contentOf({ dataDir: join(dir, 'old') })).to.deep.equal(before);
      });

      it('of an older version are brought up to date', async () => {
        const place = await emptyPlace(dialect);
        const first = knownMigrations.slice(0, 1);
        const file = await altered(await save(await filled(dialect)), async (parts) => {
          const manifest = JSON.parse(await readFile(join(parts, 'manifest.json'), 'utf8')) as Manifest;
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

        await restore(file, place);
        const database = await openDatabase({ ...place, entities });
        const shelves = await database.read.all('SELECT * FROM shelves');
        await database.close();

        expect(database.migrated).to.deep.equal([]);
        expect(shelves).to.deep.equal([]);
        expect((await contentOf(place))['requests']).to.have.length(2);
      });

      it('keep references whole', async () => {
        const file = await altered(await save(await filled(dialect)), (parts) => rewrite(parts, 'users', () => ''));

        const result = await outcome(restore(file, await emptyPlace(dialect)));

        expect(result).to.match(/^Rows of \w+ refer to others that are not in the backup\.$/);
      });
    });
  }

  it('go from SQLite to PostgreSQL and back', async function () {
    if (!(await hasPostgres())) return this.skip();
    const source = await filled('sqlite', 700);
    const postgres = await emptyPlace('postgres');
    const again = await emptyPlace('sqlite');

    await restore(await save(source), postgres);
    await restore(await save(postgres, join(dir, 'second.tar.gz')), again);

    expect(await contentOf(postgres)).to.deep.equal(await contentOf(source));
    expect(await contentOf(again)).to.deep.equal(await contentOf(source));
    // its foreign keys are as the migrations made them
    const database = await openDatabase({ ...postgres, entities });
    const deferrable = await database.read.all('SELECT conname FROM pg_constraint WHERE condeferrable');
    await database.close();
    expect(deferrable).to.deep.equal([]);
  });

  it('tell which column does not fit into PostgreSQL, and take out what it cannot hold', async function () {
    if (!(await hasPostgres())) return this.skip();
    const source = await filled('sqlite');
    await source.database.transaction((tx) => tx.run('UPDATE audiobooks SET title = ?', ['a\0b']));
    const fits = await save(source);
    const place = await emptyPlace('postgres');
    const { droppedCharacters } = await restore(fits, place);
    await source.database.transaction((tx) => tx.run('UPDATE users SET username = ?', ['😀'.repeat(101)]));

    const refused = await outcome(restore(await save(source, join(dir, 'long.tar.gz')), await emptyPlace('postgres')));

    expect(droppedCharacters).to.equal(3);
    expect((await contentOf(place))['audiobooks']?.[0]).to.include({ title: 'ab' });
    expect(refused).to.include('users.username').and.include('100 characters').and.not.include('😀');
  });

  it('are not restored beside a server that is connected', async function () {
    if (!(await hasPostgres())) return this.skip();
    const file = await save(await filled('sqlite'));
    const place = await emptyPlace('postgres');
    const server = await openDatabase({ ...place, entities });

    const beside = await outcome(restore(file, place));
    await server.close();
    const alone = await outcome(restore(file, place));

    expect([beside, alone]).to.deep.equal(['A server is connected to this database. Stop it first.', 'done']);
  });

  it('are private files that never take the place of another', async () => {
    const source = await filled('sqlite');
    const file = await save(source);
    const before = await readFile(file);

    const second = await outcome(save(source));

    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(second).to.include('exists already');
    expect(await readFile(file)).to.deep.equal(before);
    expect(await readdir(dirname(file))).to.deep.equal(['backup.tar.gz']);
  });

  it('leave out tables when asked, and hold the key file only then', async () => {
    const source = await filled('sqlite');
    const keyFile = join(dir, 'keys.json');
    await writeFile(keyFile, '{"a":1}');

    const plain = await verifyBackup(await save(source, undefined, { leaveOut: ['users'] }), false);
    const withKey = await verifyBackup(await save(source, join(dir, 'key.tar.gz'), { keyFile }), false);

    expect(plain.manifest.tables.map(({ name }) => name))
      .to.include('requests')
      .and.not.include('users');
    expect([plain.keys, plain.manifest.withKey]).to.deep.equal([undefined, false]);
    expect([withKey.keys, withKey.manifest.withKey]).to.deep.equal(['{"a":1}', true]);
  });

  it('stop when they are told to, and leave nothing', async () => {
    const source = await filled('sqlite');
    const stop = new AbortController();

    const result = await outcome(save(source, undefined, { signal: stop.signal, onProgress: () => stop.abort() }));

    expect(result).to.include('AbortError');
    expect(await readdir(dir)).to.deep.equal([]);
  });

  /** The archive with something changed in it. */
  async function altered(file: string, change: (parts: string) => Promise<unknown>): Promise<string> {
    const parts = await mkdtemp(join(dir, 'parts-'));
    await extract({ file, cwd: parts });
    await change(parts);
    const out = `${parts}.tar.gz`;
    const names = ['manifest.json', ...(await readdir(parts)).filter((name) => name !== 'manifest.json')];
    const plain = (await Promise.all(names.map((name) => listed(parts, name)))).flat();
    await create({ gzip: true, cwd: parts, file: out }, plain);
    return out;
  }

  async function listed(parts: string, name: string): Promise<string[]> {
    if (name !== 'tables') return [name];
    return (await readdir(join(parts, name))).map((table) => `${name}/${table}`);
  }

  function pick(row: object, columns: readonly string[]): object {
    return Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));
  }

  /** Changes the rows of a table, and the manifest with them. */
  async function rewrite(parts: string, table: string, change: (text: string) => string): Promise<void> {
    const path = join(parts, 'tables', `${table}.ndjson`);
    const text = change(await readFile(path, 'utf8'));
    await writeFile(path, text);
    const manifest = JSON.parse(await readFile(join(parts, 'manifest.json'), 'utf8')) as Manifest;
    const part = manifest.tables.find(({ name }) => name === table);
    const sha256 = createHash('sha256').update(text).digest('hex');
    Object.assign(part ?? {}, { bytes: Buffer.byteLength(text), rows: text.split('\n').length - 1, sha256 });
    await writeFile(join(parts, 'manifest.json'), JSON.stringify(manifest));
  }

  async function remanifest(parts: string, change: (manifest: Manifest) => object): Promise<void> {
    const path = join(parts, 'manifest.json');
    await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')) as Manifest)));
  }

  describe('that are not what they should be', () => {
    const table = (parts: string, name: string): string => join(parts, 'tables', `${name}.ndjson`);
    const cases: readonly [string, (parts: string) => Promise<unknown>, RegExp][] = [
      [
        'a changed row',
        async (parts) => {
          const text = await readFile(table(parts, 'users'), 'utf8');
          await writeFile(table(parts, 'users'), text.replace('"role":"user"', '"role":"root"'));
        },
        /part of users is not what the manifest says/,
      ],
      [
        'a row more',
        (parts) => remanifest(parts, (m) => ({ ...m, tables: m.tables.map((t) => ({ ...t, rows: t.rows + 1 })) })),
        /not what the manifest says/,
      ],
      ['a part that is missing', (parts) => rm(table(parts, 'users')), /a part of it is missing/],
      ['a part more', (parts) => writeFile(join(parts, 'more.txt'), 'x'), /does not belong/],
      ['a key file that the manifest does not know', (parts) => writeFile(join(parts, 'keys.json'), '{}'), /does not belong/],
      [
        'a table that is not known',
        async (parts) => {
          await writeFile(table(parts, 'secrets'), '');
          await remanifest(parts, (m) => ({ ...m, tables: [...m.tables, { name: 'secrets', rows: 0, bytes: 0, sha256: '0'.repeat(64) }] }));
        },
        /table that is not known: secrets/,
      ],
      [
        'a table that is the schema’s own',
        (parts) => remanifest(parts, (m) => ({ ...m, tables: [{ ...m.tables[0], name: 'migrations' }] })),
        /not known: migrations/,
      ],
      [
        'a name made for SQL',
        (parts) => remanifest(parts, (m) => ({ ...m, tables: [{ ...m.tables[0], name: 'users; DROP' }] })),
        /manifest of the backup is damaged/,
      ],
      [
        'a column that is not known',
        (parts) => rewrite(parts, 'users', (text) => text.replace('{', '{"id) --":1,')),
        /column that is not known/,
      ],
      [
        'a value of another type',
        (parts) => rewrite(parts, 'users', (text) => text.replace('"auto_approve":true', '"auto_approve":"yes"')),
        /users\.auto_approve of a row is not true or false/,
      ],
      [
        'nothing where something has to be',
        (parts) => rewrite(parts, 'users', (text) => text.replace('"role":"user"', '"role":null')),
        /users\.role of a row is empty/,
      ],
      ['a row that is not JSON', (parts) => rewrite(parts, 'users', () => 'passw0rd\n'), /^A row of users is not JSON\.$/],
      ['a row that is cut off', (parts) => rewrite(parts, 'users', (text) => text.trimEnd()), /cut off/],
      ['a newer format', (parts) => remanifest(parts, (m) => ({ ...m, version: 2 })), /has the format 2; .* Use a newer one/],
      [
        'a newer schema',
        (parts) => remanifest(parts, (m) => ({ ...m, migrations: [...m.migrations, 'Future9999999999999'] })),
        /newer version of Lectern \(it knows Future9999999999999\)/,
      ],
      ['something else', (parts) => writeFile(join(parts, 'manifest.json'), '{"format":"other"}'), /not a backup of Lectern/],
      ['a manifest that is too large', (parts) => writeFile(join(parts, 'manifest.json'), ' '.repeat(1024 * 1024 + 1)), /too large/],
      [
        'a link',
        async (parts) => {
          await rm(table(parts, 'users'));
          await symlink('/etc/passwd', table(parts, 'users'));
        },
        /not a plain file/,
      ],
    ];
    for (const [what, change, message] of cases) {
      it(`are refused for ${what}, before anything is touched`, async () => {
        const file = await altered(await save(await filled('sqlite')), change);
        const place = await emptyPlace('sqlite');

        const result = await outcome(restore(file, place));

        expect(result).to.match(message);
        expect(await readdir(place.dataDir)).to.deep.equal([]);
      });
    }

    it('are refused for names that lead elsewhere', async () => {
      const parts = await mkdtemp(join(dir, 'escape-'));
      await extract({ file: await save(await filled('sqlite')), cwd: parts });
      await mkdir(join(dir, 'outside'));
      await writeFile(join(dir, 'outside', 'users.ndjson'), '');
      const file = join(dir, 'escape.tar.gz');
      await create({ gzip: true, cwd: parts, file, preservePaths: true }, ['manifest.json', '../outside/users.ndjson']);

      expect(await outcome(verifyBackup(file, false))).to.include('does not belong');
    });

    it('are refused for what is cut off, empty, plain, compressed twice or not there', async () => {
      const whole = await readFile(await save(await filled('sqlite', 50)));
      const files: Record<string, Buffer> = {
        half: whole.subarray(0, whole.length / 2),
        almost: whole.subarray(0, whole.length - 20),
        empty: Buffer.alloc(0),
        plain: Buffer.from('hello'),
        nothing: gzipSync(Buffer.alloc(0)),
        zeros: gzipSync(Buffer.alloc(10_240)),
        twice: gzipSync(whole),
      };
      const results: string[] = [];
      for (const [name, content] of Object.entries(files)) {
        await writeFile(join(dir, name), content);
        results.push(await outcome(verifyBackup(join(dir, name), false)));
      }
      results.push(await outcome(verifyBackup(join(dir, 'absent'), false)));

      for (const result of results) expect(result).to.match(/not a complete backup|not complete|not a backup of Lectern|There is no file/);
    });
  });

  it('go through memory in pieces', async () => {
    const source = await filled('sqlite', 0);
    const text = 'y'.repeat(100_000);
    for (let n = 0; n < 40; n += 1) {
      await source.database.transaction(async (tx) => {
        for (let i = 0; i < 50; i += 1) await tx.insert('settings', { key: `k${n}-${i}`, value: text + n + i, updatedAt: AT });
      });
    }
    const place = await emptyPlace('sqlite');
    let most = 0;
    const before = process.memoryUsage().rss;
    const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 20);

    const report = await restore(await save(source), place);
    clearInterval(look);

    // 200 MB of rows
    expect(report.rows).to.equal(2004);
    expect(most).to.be.below(400 * 1024 * 1024);
  });
});
