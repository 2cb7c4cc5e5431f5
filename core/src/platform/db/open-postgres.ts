import type { DataSource, QueryRunner } from 'typeorm';
import type { FaultWatch } from './database-fault.js';
import type { Database, StatementListener } from './database.js';
import { DescribedSource } from './described-source.js';
import { migrations } from './migrations/index.js';
import { SnakeNaming } from './naming.js';
import type { DatabaseOptions } from './database-options.js';
import { createPostgresSql, type PostgresQueryable } from './postgres-sql.js';
import { runMigrations } from './run-migrations.js';
import type { StatementListeners } from './statement-listeners.js';
import { CONNECTION_SECONDS, createStatementNames } from './statement-names.js';
import { lendRunner, runTransaction, type TransactionSession } from './transaction.js';
import { TAKE_TURN, UNLIMITED } from './unlimited-transaction.js';
import { watchQueries, watchSql } from './watch-statements.js';

interface PostgresClient extends PostgresQueryable {
  query(query: string | Parameters<PostgresQueryable['query']>[0]): Promise<{ rows: object[]; rowCount: number | null; command: string }>;
  end(): Promise<void>;
}

/**
 * A server believes, unless somebody tells it otherwise, that a page read by an index costs four times one read in a row. What is asked of
 * Lectern's tables is in memory, where both cost the same; with that belief, whole tables are read for fifty books.
 */
const COST_OF_INDEXES = `SELECT set_config(name, '1.1', false) FROM pg_settings WHERE name = 'random_page_cost' AND source = 'default'`;

async function prepareConnection(client: PostgresClient): Promise<void> {
  // compiling a plan takes longer than any of our statements; a server without this setting compiles none
  await client.query('SET jit = off').catch(() => undefined);
  await client.query(COST_OF_INDEXES);
}

/** Servers that start together take turns. */
async function migrateInTurn(source: DataSource, options: DatabaseOptions): Promise<string[]> {
  const lock = source.createQueryRunner();
  try {
    // a lock of the session would stay with a pooler's connection; this one idles while the migrations run on another
    await lock.query(`BEGIN; ${UNLIMITED}; ${TAKE_TURN}`);
    return await runMigrations(source, options);
  } finally {
    await lock.query('COMMIT').finally(() => lock.release());
  }
}

async function sessionOf(runner: QueryRunner, emit: StatementListener): Promise<TransactionSession> {
  const client = (await runner.connect()) as PostgresClient;
  const sql = createPostgresSql(client, emit);
  return {
    sql,
    entities: runner.manager,
    guardEntities: lendRunner(runner),
    begin: async () => void (await client.query('BEGIN')),
    lock: async (name) => void (await sql.get('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [name])),
    async commit() {
      // PostgreSQL answers COMMIT with ROLLBACK, and without an error, when a statement had failed
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error(`PostgreSQL answered COMMIT with ${command}`);
    },
    async rollback() {
      try {
        await client.query('ROLLBACK');
      } catch (error) {
        // the pool does not take back a client that is ending
        client.end().catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Opens a PostgreSQL database, which several processes may share. */
export async function openPostgres(
  options: DatabaseOptions,
  url: string,
  heard: StatementListeners,
  faults: FaultWatch,
): Promise<Database> {
  const { default: pg } = await import('pg');
  // sizes in bytes fit a double; text would break arithmetic and JSON
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const source = await new DescribedSource(
    {
      type: 'postgres',
      url,
      migrations: [...migrations],
      namingStrategy: new SnakeNaming(),
      synchronize: false,
      logger: heard.logger,
      applicationName: 'lectern',
      extra: { max: 12, connectionTimeoutMillis: 10_000, maxLifetimeSeconds: CONNECTION_SECONDS, onConnect: prepareConnection },
    },
    options.entities,
  ).initialize();
  const migrated = options.migrate === false ? [] : await migrateInTurn(source, options);
  watchQueries(source, faults);
  const pool = (source.driver as unknown as { master: PostgresQueryable }).master;
  return {
    dialect: 'postgres',
    read: watchSql(createPostgresSql(pool, heard.emit, createStatementNames()), faults),
    entities: source.manager,
    migrated,
    get fault() {
      return faults.fault;
    },
    transaction: (work) =>
      faults.watch('write', async () => {
        const runner = source.createQueryRunner();
        try {
          return await runTransaction(await sessionOf(runner, heard.emit), work);
        } finally {
          await runner.release();
        }
      }),
    onStatement: heard.add,
    close: () => source.destroy(),
  };
}
