import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, extract } from 'tar';
import type { Database } from '../db/index.js';
import { createPostgresDatabase, createTestDatabase, type TestDatabase } from '../db/test-databases.js';
import { BackupError, restoreBackup, verifyBackup, writeBackup, type BackupManifest, type RestoreReport } from './index.js';
import { openSnapshot, type DatabasePlace } from './snapshot.js';
import { schemaAfter } from './table-schema.js';

export const AT = '2026-01-02T03:04:05.678Z';

type Rows = Record<string, unknown>[];

/** All rows of a database, by table. */
export async function contentOf(place: DatabasePlace): Promise<Record<string, Rows>> {
  const snapshot = await openSnapshot(place);
  try {
    const content: Record<string, Rows> = {};
    for (const { name, columns, primaryKey } of await schemaAfter(snapshot.migrations)) {
      const rows = await snapshot.all(`SELECT ${columns.map((column) => column.name).join(', ')} FROM ${name}`);
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

/** Writes a few rows of every kind of value that a backup could lose. */
export async function fillDatabase(database: Database, books: number): Promise<void> {
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
  await database.transaction(async (tx) => {
    await tx.insert('users', {
      id: 'u1',
      username: 'zoë',
      ...user,
      autoApprove: true,
      downloadAccess: false,
      interactiveSearch_access: null,
    });
    // refers to a row that comes later in key order
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

async function listed(parts: string, name: string): Promise<string[]> {
  if (name !== 'tables') return [name];
  return (await readdir(join(parts, name))).map((table) => `${name}/${table}`);
}

/** Changes the rows of a table, and the manifest accordingly. */
export async function rewrite(parts: string, table: string, change: (text: string) => string): Promise<void> {
  const path = join(parts, 'tables', `${table}.ndjson`);
  const text = change(await readFile(path, 'utf8'));
  await writeFile(path, text);
  const manifest = JSON.parse(await readFile(join(parts, 'manifest.json'), 'utf8')) as BackupManifest;
  const part = manifest.tables.find(({ name }) => name === table);
  const sha256 = createHash('sha256').update(text).digest('hex');
  Object.assign(part ?? {}, { bytes: Buffer.byteLength(text), rows: text.split('\n').length - 1, sha256 });
  await writeFile(join(parts, 'manifest.json'), JSON.stringify(manifest));
}

export async function remanifest(parts: string, change: (manifest: BackupManifest) => object): Promise<void> {
  const path = join(parts, 'manifest.json');
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')) as BackupManifest)));
}

/** A folder for databases and archives, which is deleted with everything in it. */
export async function createBackupWorld() {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  const endings: (() => Promise<void>)[] = [() => rm(dir, { recursive: true, force: true })];

  /** A database filled by {@link fillDatabase}. */
  async function filled(dialect: 'sqlite' | 'postgres', books = 3): Promise<TestDatabase> {
    const test = await createTestDatabase(dialect);
    endings.push(() => test.dispose());
    await fillDatabase(test.database, books);
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

  async function restore(
    file: string,
    place: DatabasePlace,
    more: { replace?: boolean; fails?: boolean; finish?: () => Promise<void> } = {},
  ): Promise<RestoreReport> {
    return restoreBackup({
      ...place,
      backup: await verifyBackup(file, place.databaseUrl !== undefined),
      replace: more.replace ?? false,
      finish: more.finish ?? (() => (more.fails ? Promise.reject(new Error('at the last step')) : Promise.resolve())),
      now: () => new Date(AT),
    });
  }

  /** `done`, or the message of the refusal. */
  const outcome = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof BackupError ? error.message : `not a BackupError: ${String(error)}`),
    );

  /** A copy of the archive with changed content. */
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

  async function remove(): Promise<void> {
    for (const end of endings.splice(0).reverse()) await end();
  }

  return { dir, filled, emptyPlace, save, restore, outcome, altered, remove };
}

export type BackupWorld = Awaited<ReturnType<typeof createBackupWorld>>;
