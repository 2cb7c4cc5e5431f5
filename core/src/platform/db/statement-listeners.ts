import type { Logger } from 'typeorm';
import type { StatementListener } from './database.js';
import type { SqlValue } from './sql.js';

const CONTROL = /^(BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/;

/** The listeners that hear every statement. */
export interface StatementListeners {
  emit: StatementListener;
  readonly add: (listener: StatementListener) => () => void;
  /** Makes TypeORM report its statements too, except those that begin and end transactions. */
  readonly logger: Logger;
}

export function createStatementListeners(): StatementListeners {
  const listeners = new Set<StatementListener>();
  const emit: StatementListener = (sql, params) => {
    if (listeners.size > 0) for (const listener of listeners) listener(sql, params);
  };
  const ignore = (): void => undefined;
  return {
    emit,
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    logger: {
      logQuery(sql, params = []) {
        if (!CONTROL.test(sql)) emit(sql, params as SqlValue[]);
      },
      logQueryError: ignore,
      logQuerySlow: ignore,
      logSchemaBuild: ignore,
      logMigration: ignore,
      log: ignore,
    },
  };
}
