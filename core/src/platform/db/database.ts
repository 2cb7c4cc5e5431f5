import type { EntityManager, EntitySchema } from 'typeorm';
import type { NewRow } from './columns.js';
import type { DatabaseFault } from './database-fault.js';
import type { Conflict } from './row-statements.js';
import type { Sql, SqlValue } from './sql.js';

/** A transaction for a unit of work. Everything in it is written together or not at all. */
export interface Tx extends Sql {
  /** TypeORM's view of the same transaction. */
  readonly entities: EntityManager;
  /** The one way to insert a row. Members that are absent are left to the database. A table without an entity is named. */
  insert<Row extends object>(into: EntitySchema<Row> | string, row: NewRow<Row>): Promise<void>;
  /**
   * The one way to insert rows of which some may be there already; one statement, and none for no rows.
   *
   * @returns how many rows were inserted or updated
   */
  upsert<Row extends object>(into: EntitySchema<Row>, rows: NewRow<Row> | readonly NewRow<Row>[], conflict: Conflict<Row>): Promise<number>;
  /**
   * Makes transactions that take the lock of one name take turns, in all processes, until they end. Take it before reading what it
   * protects. Whoever takes several locks takes them in one order everywhere.
   */
  lock(name: string): Promise<void>;
  /** Runs after the commit, and never when the transaction was rolled back. Must not throw. */
  afterCommit(effect: () => void): void;
}

/** Hears of a statement before it runs. */
export type StatementListener = (sql: string, params: readonly SqlValue[]) => void;

/** The database, SQLite or PostgreSQL. */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  /** Committed data only; for statements that read. */
  readonly read: Sql;
  /** TypeORM's view of {@link Database.read}. */
  readonly entities: EntityManager;
  /**
   * The only way to write. On SQLite one transaction runs at a time (there is one writer anyway, and the driver's
   * single connection would otherwise mix the statements of two transactions); on PostgreSQL they run side by side.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The current fault, judging by the last statements. */
  readonly fault: DatabaseFault | undefined;
  /** Calls the listener for every statement and its parameters, so that tests and benchmarks can count and repeat them. */
  onStatement(listener: StatementListener): () => void;
  /** Names of migrations that ran at this opening, oldest first. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/** Whether statements that read run at the same time, so that waiting for one does not spare another. */
export function readsSideBySide({ dialect }: Pick<Database, 'dialect'>): boolean {
  return dialect === 'postgres';
}
