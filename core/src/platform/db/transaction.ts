import type { EntityManager, QueryRunner } from 'typeorm';
import type { Tx } from './database.js';
import { insertStatement, upsertStatement } from './row-statements.js';
import type { Sql } from './sql.js';

/** One connection for the length of a transaction. */
export interface TransactionSession {
  readonly sql: Sql;
  readonly entities: EntityManager;
  /** Sets who watches TypeORM's statements on this connection from now on. */
  guardEntities(guard: StatementGuard | undefined): void;
  begin(): Promise<void>;
  /** @see Tx.lock */
  lock(name: string): Promise<void>;
  commit(): Promise<void>;
  /** @throws when the state of the connection is unknown; the connection is then not used again */
  rollback(): Promise<void>;
}

/**
 * Keeps a transaction whole. After a failed statement the database may already have rolled everything back, as SQLite
 * does when the disk is full, and later statements would be saved one by one. So they are refused, even if the work
 * swallowed the failure, and nothing is committed.
 */
export class StatementGuard {
  private failure: { readonly error: unknown } | undefined;
  private isOver = false;

  async run<T>(statement: () => Promise<T>): Promise<T> {
    if (this.isOver) throw new Error('a statement came after the end of its transaction');
    if (this.failure) throw new Error('an earlier statement of this transaction failed', { cause: this.failure.error });
    try {
      return await statement();
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }

  /** @throws the first failure of a statement */
  end(): void {
    this.isOver = true;
    if (this.failure) throw this.failure.error;
  }
}

function guardSql(sql: Sql, guard: StatementGuard): Sql {
  return {
    all: <T extends object>(...args: Parameters<Sql['all']>) => guard.run(() => sql.all<T>(...args)),
    get: <T extends object>(...args: Parameters<Sql['get']>) => guard.run(() => sql.get<T>(...args)),
    run: (...args) => guard.run(() => sql.run(...args)),
  };
}

/** Runs the work in a transaction of the session: all of it is saved, or the call fails and none of it is. */
export async function runTransaction<T>(session: TransactionSession, work: (tx: Tx) => Promise<T>): Promise<T> {
  const guard = new StatementGuard();
  const sql = guardSql(session.sql, guard);
  const effects: (() => void)[] = [];
  const tx: Tx = {
    ...sql,
    entities: session.entities,
    async insert(into, row) {
      const { sql: text, params } = insertStatement(into, row);
      await sql.run(text, params);
    },
    async upsert(into, rows, conflict) {
      if (Array.isArray(rows) && rows.length === 0) return 0;
      const { sql: text, params } = upsertStatement(into, rows, conflict);
      return sql.run(text, params);
    },
    lock: (name) => guard.run(() => session.lock(name)),
    afterCommit: (effect) => effects.push(effect),
  };
  let result: T;
  try {
    await session.begin();
    session.guardEntities(guard);
    result = await work(tx);
    guard.end();
    await session.commit();
  } catch (error) {
    // the first fault says more than the one of the rollback, and the session remembers what it could not undo
    await session.rollback().catch(() => undefined);
    throw error;
  } finally {
    session.guardEntities(undefined);
  }
  for (const effect of effects) effect();
  return result;
}

/**
 * Makes TypeORM run its statements only within our transactions. TypeORM believes that it is in a transaction already, so
 * it begins and nests none of its own.
 *
 * @returns a function that sets the guard of the statements; without a guard they are refused
 */
export function lendRunner(runner: QueryRunner): (guard: StatementGuard | undefined) => void {
  let guard: StatementGuard | undefined;
  const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
  const refuse = (): Promise<never> => Promise.reject(new Error('only Database.transaction begins and ends transactions'));
  Object.assign(runner, {
    isTransactionActive: true,
    startTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    query: (...args: unknown[]) => (guard ? guard.run(() => query(...args)) : refuse()),
  });
  return (next) => (guard = next);
}
