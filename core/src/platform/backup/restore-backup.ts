import { randomBytes } from 'node:crypto';
import { access, copyFile, link, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource, type QueryRunner } from 'typeorm';
import { migrations } from '../db/migrations/index.js';
import { sinceBaseline } from '../db/since-baseline.js';
import { numberPlaceholders, type SqlValue } from '../db/sql.js';
import { indexTableOf, SEARCHED_TABLES } from '../db/text-search.js';
import { TAKE_TURN, UNLIMITED } from '../db/unlimited-transaction.js';
import { BackupError } from './backup-error.js';
import { openSnapshot, type DatabasePlace } from './snapshot.js';
import { knownMigrations, migrateTo, SCHEMA_TABLES, schemaAfter, type TableSchema } from './table-schema.js';
import { readBackup, type VerifiedBackup } from './verify-backup.js';

const UNFINISHED = /^restore-[0-9a-f]{12}\.db(?:-journal)?$/;

/** Runs a statement with `?` placeholders in the transaction of the restore. Booleans need no conversion. */
export type RunSql = (sql: string, params?: readonly SqlValue[]) => Promise<void>;

/** The backup, and the database it is restored into. */
export interface RestoreOptions extends DatabasePlace {
  readonly backup: VerifiedBackup;
  /** Allows replacing a database that has accounts. */
  readonly replace: boolean;
  /** The last step before the commit. It runs on the newest schema. */
  readonly finish: (run: RunSql) => Promise<void>;
  readonly onTable?: (name: string) => void;
  readonly now: () => Date;
}

/** The result of a restore. */
export interface RestoreReport {
  readonly rows: number;
  /** How many NUL characters were removed from texts, because PostgreSQL cannot store them. */
  readonly droppedCharacters: number;
  /** SQLite only: the new path of the previous database. */
  readonly previous?: string;
}

/** Values per statement. Both databases accept more. */
const MOST_VALUES = 5000;
/** Approximate number of characters of text per statement. */
const MOST_TEXT = 1024 * 1024;

interface Loaded {
  rows: number;
  droppedCharacters: number;
}

async function load(runner: QueryRunner, dialect: 'sqlite' | 'postgres', options: RestoreOptions): Promise<Loaded> {
  const loaded: Loaded = { rows: 0, droppedCharacters: 0 };

  function bindable(value: SqlValue): SqlValue {
    if (dialect === 'sqlite') return typeof value === 'boolean' ? Number(value) : value;
    if (typeof value !== 'string' || !value.includes('\0')) return value;
    const kept = value.replaceAll('\0', '');
    loaded.droppedCharacters += value.length - kept.length;
    return kept;
  }

  async function insert({ name, columns }: TableSchema, rows: readonly SqlValue[][]): Promise<void> {
    if (rows.length === 0) return;
    const marks = `(${columns.map(() => '?').join(', ')})`;
    const sql = `INSERT INTO ${name} (${columns.map((column) => column.name).join(', ')}) VALUES ${rows.map(() => marks).join(', ')}`;
    try {
      await runner.query(dialect === 'postgres' ? numberPlaceholders(sql) : sql, rows.flat().map(bindable));
    } catch (cause) {
      // the database's own message may quote the row
      throw new BackupError(`Rows of ${name} do not fit into the database${codeOf(cause)}.`, { cause });
    }
    loaded.rows += rows.length;
  }

  await readBackup(options.backup, dialect === 'postgres', async (table, rows) => {
    options.onTable?.(table.name);
    const most = Math.max(1, Math.floor(MOST_VALUES / table.columns.length));
    let batch: SqlValue[][] = [];
    let text = 0;
    for await (const row of rows) {
      batch.push(row);
      for (const value of row) if (typeof value === 'string') text += value.length;
      if (batch.length < most && text < MOST_TEXT) continue;
      await insert(table, batch);
      batch = [];
      text = 0;
    }
    await insert(table, batch);
  });
  return loaded;
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? ` (${code})` : '';
}

/** Creates the tables of the backup, fills them, and migrates them. Rows may come before those they refer to. */
async function fill(source: DataSource, runner: QueryRunner, dialect: 'sqlite' | 'postgres', options: RestoreOptions): Promise<Loaded> {
  await migrateTo(source, runner, options.backup.manifest.migrations);
  const references = dialect === 'sqlite' ? sqliteReferences(runner) : await postgresReferences(runner);
  await references.defer();
  const loaded = await load(runner, dialect, options);
  await references.check();
  await migrateTo(source, runner, knownMigrations);
  await options.finish(async (sql, params = []) => {
    const values = params.map((value) => (dialect === 'sqlite' && typeof value === 'boolean' ? Number(value) : value));
    await runner.query(dialect === 'postgres' ? numberPlaceholders(sql) : sql, values);
  });
  return loaded;
}

interface References {
  defer(): Promise<void>;
  check(): Promise<void>;
}

function sqliteReferences(runner: QueryRunner): References {
  return {
    defer: () => runner.query('PRAGMA defer_foreign_keys = ON') as Promise<void>,
    async check() {
      const broken = (await runner.query('PRAGMA foreign_key_check')) as { table: string }[];
      if (broken.length > 0) throw new BackupError(`Rows of ${broken[0]?.table} refer to others that are not in the backup.`);
    },
  };
}

async function postgresReferences(runner: QueryRunner): Promise<References> {
  const found = (await runner.query(
    `SELECT conrelid::regclass::text AS "table", conname AS name FROM pg_constraint
      WHERE contype = 'f' AND NOT condeferrable AND connamespace = current_schema()::regnamespace`,
  )) as { table: string; name: string }[];
  const alter = async (how: string): Promise<void> => {
    for (const { table, name } of found) await runner.query(`ALTER TABLE ${table} ALTER CONSTRAINT "${name}" ${how}`);
  };
  return {
    async defer() {
      await alter('DEFERRABLE');
      await runner.query('SET CONSTRAINTS ALL DEFERRED');
    },
    async check() {
      await runner.query('SET CONSTRAINTS ALL IMMEDIATE').catch((cause: { table?: string }) => {
        throw new BackupError(`Rows of ${cause.table ?? 'a table'} refer to others that are not in the backup.`, { cause });
      });
      await alter('NOT DEFERRABLE');
    },
  };
}

async function inTransaction<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  await runner.startTransaction();
  try {
    const result = await work();
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

/** @returns the migrations of the existing database; `undefined` if there is none, or none that can be read */
async function present(options: RestoreOptions): Promise<{ accounts: number; migrations: readonly string[] } | undefined> {
  const snapshot = await openSnapshot(options).catch((error: unknown) => {
    if (error instanceof BackupError) return undefined;
    throw error;
  });
  if (!snapshot) return undefined;
  try {
    const [row] = await snapshot.all('SELECT COUNT(*) AS accounts FROM users');
    return { accounts: Number(row?.['accounts'] ?? 0), migrations: snapshot.migrations };
  } finally {
    await snapshot.close();
  }
}

function refuse(accounts: number): never {
  throw new BackupError(`There is a database with ${accounts} account(s) already. To put the backup in its place, add --replace.`);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Keeps the existing database under another name, beside the new one. */
async function keepPrevious(file: string, previous: string): Promise<void> {
  const source = await new DataSource({ type: 'sqlite', database: file }).initialize().catch(() => undefined);
  // moves the log's content into the database file; a damaged file keeps its log
  await source?.query('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
  await source?.destroy().catch(() => undefined);
  // linked, not moved: a database exists at every moment
  await link(file, previous).catch(() => copyFile(file, previous));
  for (const tail of ['-wal', '-shm']) if (await exists(file + tail)) await rename(file + tail, previous + tail);
}

/** Removes the leftovers of a killed restore. We hold the lock on the data directory, so nobody else uses them. */
async function sweep(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) if (UNFINISHED.test(name)) await rm(join(dataDir, name), { force: true });
}

async function restoreSqlite(options: RestoreOptions): Promise<RestoreReport> {
  const { dataDir, replace, now } = options;
  const file = join(dataDir, 'lectern.db');
  const isThere = await exists(file);
  if (isThere && !replace) {
    const found = await present(options);
    if (found === undefined || found.accounts > 0) refuse(found?.accounts ?? 0);
  }
  await sweep(dataDir);
  const fresh = join(dataDir, `restore-${randomBytes(6).toString('hex')}.db`);
  try {
    const source = await new DataSource({ type: 'sqlite', database: fresh, migrations: [...migrations] }).initialize();
    let loaded: Loaded;
    try {
      const runner = source.createQueryRunner();
      loaded = await inTransaction(runner, () => fill(source, runner, 'sqlite', options));
    } finally {
      await source.destroy();
    }
    const previous = isThere ? join(dataDir, `before-restore-${now().toISOString().replaceAll(/[:.]/g, '-')}.db`) : undefined;
    if (previous !== undefined) await keepPrevious(file, previous);
    await rename(fresh, file);
    return { ...loaded, ...(previous === undefined ? {} : { previous }) };
  } finally {
    await rm(fresh, { force: true });
    await rm(`${fresh}-journal`, { force: true });
  }
}

/** Drops the old tables and writes the new ones in one transaction: nobody sees any of it until the commit. */
async function restorePostgres(options: RestoreOptions, url: string): Promise<RestoreReport> {
  const found = await present(options);
  if (found && found.accounts > 0 && !options.replace) refuse(found.accounts);
  const source = await new DataSource({
    type: 'postgres',
    url,
    migrations: [...migrations],
    applicationName: 'lectern restore',
    extra: { max: 2, connectionTimeoutMillis: 10_000 },
  }).initialize();
  try {
    const runner = source.createQueryRunner();
    return await inTransaction(runner, async () => {
      // the same lock that starting servers take
      await runner.query(`${UNLIMITED}; ${TAKE_TURN}`);
      const servers = (await runner.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lectern'`,
      )) as unknown[];
      if (servers.length > 0) throw new BackupError('A server is connected to this database. Stop it first.');
      if (found) {
        // drops a table only if it is known to be ours
        const theirs = sinceBaseline(found.migrations);
        if (!theirs || theirs.some((name) => !knownMigrations.includes(name))) {
          throw new BackupError(
            'The database that is there comes from a version of Lectern that this one does not know. Make an empty one and restore into that.',
          );
        }
        const ours = (await schemaAfter(found.migrations)).map(({ name }) => name);
        for (const table of [...SCHEMA_TABLES, ...SEARCHED_TABLES.map(indexTableOf)]) if (await runner.hasTable(table)) ours.push(table);
        await runner.query(`DROP TABLE ${ours.join(', ')}`);
      }
      return fill(source, runner, 'postgres', options);
    });
  } finally {
    await source.destroy();
  }
}

/**
 * Replaces a database with a backup, completely or not at all. SQLite: a new file is filled and takes the place of the
 * old one, which is kept. PostgreSQL: one transaction. The server must be down.
 *
 * @throws BackupError if the database has accounts and `replace` is not set, or if the rows do not fit
 */
export function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  return options.databaseUrl === undefined ? restoreSqlite(options) : restorePostgres(options, options.databaseUrl);
}
