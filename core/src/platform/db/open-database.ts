import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { DataSource, MigrationExecutor, type EntitySchema, type QueryRunner } from 'typeorm';
import type { Database, Tx } from './database.js';
import { migrations } from './migrations/index.js';
import { SnakeNaming } from './naming.js';
import { createPostgresSql, type PostgresQueryable } from './postgres-sql.js';
import { insertStatement, type Sql } from './sql.js';
import { createSqliteSql, type SqliteConnection } from './sqlite-sql.js';
import { createStatementListeners } from './statement-listeners.js';

/** Where the data lives. */
export interface DatabaseOptions {
  readonly dataDir: string;
  /** PostgreSQL when given. */
  readonly databaseUrl?: string;
  readonly entities: readonly EntitySchema[];
  /** Only for tests that build old schemas. */
  readonly migrate?: boolean;
  /** Called before an upgrade changes a database that has been used. When it fails, nothing is changed. */
  readonly beforeUpgrade?: () => Promise<void>;
}

function makeTx(sql: Sql, runner: QueryRunner): { tx: Tx; effects: (() => void)[] } {
  const effects: (() => void)[] = [];
  const tx: Tx = {
    ...sql,
    entities: runner.manager,
    async insert(table, row) {
      const { sql: text, params } = insertStatement(table, row);
      await sql.run(text, params);
    },
    afterCommit: (effect) => effects.push(effect),
  };
  return { tx, effects };
}

async function inTransaction<T>(runner: QueryRunner, sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { tx, effects } = makeTx(sql, runner);
  await runner.startTransaction();
  let result: T;
  try {
    result = await work(tx);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
  for (const effect of effects) effect();
  return result;
}

async function runMigrations(source: DataSource, { beforeUpgrade }: DatabaseOptions): Promise<string[]> {
  const executor = new MigrationExecutor(source);
  const [executed, pending] = [await executor.getExecutedMigrations(), await executor.getPendingMigrations()];
  if (executed.length > 0 && pending.length > 0) await beforeUpgrade?.();
  return (await source.runMigrations({ transaction: 'each' })).map((migration) => migration.name);
}

/** Instances that start together take turns. */
async function migrateInTurn(source: DataSource, options: DatabaseOptions): Promise<string[]> {
  const lock = source.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock(726401)');
    return await runMigrations(source, options);
  } finally {
    await lock.query('SELECT pg_advisory_unlock(726401)');
    await lock.release();
  }
}

async function openSqlite(options: DatabaseOptions): Promise<Database> {
  await mkdir(options.dataDir, { recursive: true });
  const { default: sqlite3 } = await import('sqlite3');
  const file = join(options.dataDir, 'lectern.db');
  // nobody else's to read, in whatever folder it is; what SQLite puts beside it gets the same rights
  await (await open(file, 'a', 0o600)).close();
  const heard = createStatementListeners();
  const base = {
    type: 'sqlite' as const,
    // TypeORM would switch the driver's tracing on, which formats every bound value at every call and puts them into errors
    driver: { ...sqlite3, verbose: () => sqlite3 },
    database: file,
    entities: [...options.entities],
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logger: heard.logger,
    enableWAL: true,
    busyTimeout: 5000,
  };
  const writer = await new DataSource({ ...base, name: 'writer', migrations: [...migrations] }).initialize();
  const migrated = options.migrate === false ? [] : await runMigrations(writer, options);
  await writer.query('PRAGMA synchronous = NORMAL');
  const reader = await new DataSource({ ...base, name: 'reader' }).initialize();
  await reader.query('PRAGMA query_only = ON');
  const connectionOf = (source: DataSource) => (source.driver as unknown as { databaseConnection: SqliteConnection }).databaseConnection;
  const writeSql = createSqliteSql(connectionOf(writer), heard.emit);
  const readSql = createSqliteSql(connectionOf(reader), heard.emit);
  const turn = new PQueue({ concurrency: 1 });
  return {
    dialect: 'sqlite',
    read: readSql,
    entities: reader.manager,
    migrated,
    transaction: async (work) => turn.add(() => inTransaction(writer.createQueryRunner(), writeSql, work)),
    onStatement: heard.add,
    async close() {
      await turn.onIdle();
      await readSql.release();
      await writeSql.release();
      await reader.destroy();
      await writer.destroy();
    },
  };
}

async function openPostgres(options: DatabaseOptions, url: string): Promise<Database> {
  const { default: pg } = await import('pg');
  // sizes in bytes fit a double; text would break arithmetic and JSON
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const heard = createStatementListeners();
  const source = await new DataSource({
    type: 'postgres',
    url,
    entities: [...options.entities],
    migrations: [...migrations],
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logger: heard.logger,
    applicationName: 'lectern',
    extra: { max: 12, connectionTimeoutMillis: 10_000 },
  }).initialize();
  const migrated = options.migrate === false ? [] : await migrateInTurn(source, options);
  const pool = (source.driver as unknown as { master: PostgresQueryable }).master;
  return {
    dialect: 'postgres',
    read: createPostgresSql(pool, heard.emit),
    entities: source.manager,
    migrated,
    async transaction(work) {
      const runner = source.createQueryRunner();
      try {
        const client = (await runner.connect()) as PostgresQueryable;
        return await inTransaction(runner, createPostgresSql(client, heard.emit), work);
      } finally {
        await runner.release();
      }
    },
    onStatement: heard.add,
    close: () => source.destroy(),
  };
}

/** Opens the database and brings its schema up to date. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined ? openSqlite(options) : openPostgres(options, options.databaseUrl);
}
