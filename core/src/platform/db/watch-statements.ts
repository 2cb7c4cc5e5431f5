import type { DataSource, QueryRunner } from 'typeorm';
import type { FaultWatch } from './database-fault.js';
import type { Sql } from './sql.js';

/** Wraps {@link Sql} so that failures are classified. */
export function watchSql(sql: Sql, faults: FaultWatch): Sql {
  return {
    all: <T extends object>(...args: Parameters<Sql['all']>) => faults.watch('read', () => sql.all<T>(...args)),
    get: <T extends object>(...args: Parameters<Sql['get']>) => faults.watch('read', () => sql.get<T>(...args)),
    run: (...args) => faults.watch('read', () => sql.run(...args)),
  };
}

/** Does the same for statements of TypeORM. */
export function watchQueries(source: DataSource, faults: FaultWatch): void {
  const watched = new WeakSet<QueryRunner>();
  const create = source.createQueryRunner.bind(source);
  source.createQueryRunner = (mode) => {
    const runner = create(mode);
    // on SQLite it is the same query runner each time
    if (watched.has(runner)) return runner;
    watched.add(runner);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    return Object.assign(runner, { query: (...args: unknown[]) => faults.watch('read', () => query(...args)) });
  };
}
