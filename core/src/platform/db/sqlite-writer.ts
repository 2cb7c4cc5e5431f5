import PQueue from 'p-queue';
import type { DataSource } from 'typeorm';
import type { Tx, StatementListener } from './database.js';
import { createSqliteSql, type SqliteConnection, type SqliteSql } from './sqlite-sql.js';
import { lendRunner, runTransaction, type TransactionSession } from './transaction.js';

/** The connection that writes to SQLite. Its transactions take turns. */
export interface SqliteWriter {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface OpenWriter {
  readonly source: DataSource;
  readonly sql: SqliteSql;
  readonly session: TransactionSession;
  /** False once it is unknown whether a transaction is open on the connection. */
  isKnown: boolean;
}

/** The driver's connection that TypeORM uses. */
export function connectionOf(source: DataSource): SqliteConnection {
  return (source.driver as unknown as { databaseConnection: SqliteConnection }).databaseConnection;
}

function use(source: DataSource, emit: StatementListener): OpenWriter {
  const connection = connectionOf(source);
  const runner = source.createQueryRunner();
  const sql = createSqliteSql(connection, emit);
  const execute = (statement: string): Promise<void> =>
    new Promise((resolve, reject) => connection.exec(statement, (error) => (error ? reject(error) : resolve())));
  const writer: OpenWriter = {
    source,
    sql,
    isKnown: true,
    session: {
      sql,
      entities: runner.manager,
      guardEntities: lendRunner(runner),
      // takes the write lock at once, because SQLite does not wait for it in the middle of a transaction
      begin: () => execute('BEGIN IMMEDIATE'),
      // there is one writer at a time in any case
      lock: () => Promise.resolve(),
      commit: () => execute('COMMIT'),
      async rollback() {
        try {
          await execute('ROLLBACK');
        } catch (error) {
          // on some failures SQLite has already rolled back, and nothing is left to roll back
          if (error instanceof Error && error.message.includes('no transaction is active')) return;
          writer.isKnown = false;
          throw error;
        }
      },
    },
  };
  return writer;
}

/**
 * @param open opens a connection to a database that is up to date
 * @param first a connection that is already open
 */
export function createSqliteWriter(open: () => Promise<DataSource>, first: DataSource, emit: StatementListener): SqliteWriter {
  const turn = new PQueue({ concurrency: 1 });
  let writer: OpenWriter | undefined = use(first, emit);

  async function discard(): Promise<void> {
    const discarded = writer;
    writer = undefined;
    await discarded?.sql.release();
    await discarded?.source.destroy();
  }

  return {
    transaction: (work) =>
      turn.add(async () => {
        if (writer?.isKnown === false) await discard().catch(() => undefined);
        writer ??= use(await open(), emit);
        return runTransaction(writer.session, work);
      }),
    async close() {
      await turn.onIdle();
      await discard();
    },
  };
}
