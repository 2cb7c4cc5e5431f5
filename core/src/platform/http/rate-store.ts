import type { Database, SqlValue } from '../db/index.js';
import type { Logger } from '../logging/logger.js';

/** Counts limits that several processes share. */
export interface RateStore {
  readonly table: string;
  /** The PostgreSQL client that the limiter's library expects. */
  readonly client: {
    query(statement: { readonly text: string; readonly values: readonly SqlValue[] }): Promise<{ rows: object[]; rowCount: number }>;
  };
}

const TABLE = 'rate_limits';
const LOG_EVERY_MS = 60_000;

/** Counts in the database. A failure is logged once a minute and passed on, and the limiter then counts in this process. */
export function createRateStore({ database, log }: { readonly database: Database; readonly log: Pick<Logger, 'warn'> }): RateStore {
  let loggedAt = -Infinity;
  return {
    table: TABLE,
    client: {
      async query({ text, values }) {
        try {
          const rows = await database.transaction((tx) => tx.all(text, values));
          return { rows, rowCount: rows.length };
        } catch (error) {
          if (performance.now() - loggedAt > LOG_EVERY_MS) {
            loggedAt = performance.now();
            log.warn({ err: error }, 'limits cannot be counted in the database; each process counts its own meanwhile');
          }
          throw error;
        }
      },
    },
  };
}

/** Deletes windows that have ended. @returns how many */
export function pruneRateStore(database: Database, now: Date): Promise<number> {
  return database.transaction((tx) => tx.run(`DELETE FROM ${TABLE} WHERE expire < ?`, [now.getTime()]));
}
