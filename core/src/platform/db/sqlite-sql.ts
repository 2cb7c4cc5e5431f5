import type { StatementListener } from './database.js';
import { camelRows, type Sql, type SqlValue } from './sql.js';

/** The part of a statement of the sqlite3 driver that Lectern uses. */
interface SqliteStatement {
  all(params: readonly SqlValue[], done: (error: Error | null, rows: object[]) => void): void;
  run(params: readonly SqlValue[], done: (this: { changes: number }, error: Error | null) => void): void;
  finalize(done: () => void): void;
}

/** The part of a connection of the sqlite3 driver that Lectern uses. */
export interface SqliteConnection {
  prepare(sql: string, done: (error: Error | null) => void): SqliteStatement;
  exec(sql: string, done: (error: Error | null) => void): void;
}

const CACHED_STATEMENTS = 200;

/** Turns booleans into integers, because the driver would bind them as text. */
function bindable(params: readonly SqlValue[]): SqlValue[] {
  return params.map((value) => (value === undefined ? null : typeof value === 'boolean' ? Number(value) : value));
}

/** {@link Sql} that has to be released before its connection closes. */
export interface SqliteSql extends Sql {
  release(): Promise<void>;
}

/** {@link Sql} on a connection of the sqlite3 driver, with its statements kept prepared. */
export function createSqliteSql(connection: SqliteConnection, onStatement: StatementListener): SqliteSql {
  const cache = new Map<string, Promise<SqliteStatement>>();
  let isReleased = false;

  function prepare(sql: string): Promise<SqliteStatement> {
    const cached = cache.get(sql);
    if (cached) return cached;
    // a statement made now would keep the connection from closing
    if (isReleased) return Promise.reject(new Error('the database is being closed'));
    const statement = new Promise<SqliteStatement>((resolve, reject) => {
      const made: SqliteStatement = connection.prepare(sql, (error) => (error ? reject(error) : resolve(made)));
    });
    statement.catch(() => cache.delete(sql));
    if (cache.size >= CACHED_STATEMENTS) {
      const [oldest] = cache.keys();
      if (oldest !== undefined) {
        cache.get(oldest)?.then(
          (evicted) => evicted.finalize(() => undefined),
          () => undefined,
        );
        cache.delete(oldest);
      }
    }
    cache.set(sql, statement);
    return statement;
  }

  async function all<T extends object>(sql: string, params: readonly SqlValue[] = []): Promise<T[]> {
    onStatement(sql, params);
    const statement = await prepare(sql);
    const rows = await new Promise<object[]>((resolve, reject) => {
      statement.all(bindable(params), (error, found) => (error ? reject(error) : resolve(found)));
    });
    return camelRows<T>(rows);
  }

  return {
    all,
    get: async <T extends object>(sql: string, params: readonly SqlValue[] = []) => (await all<T>(sql, params))[0],
    async run(sql, params = []) {
      onStatement(sql, params);
      const statement = await prepare(sql);
      return new Promise<number>((resolve, reject) => {
        statement.run(bindable(params), function (error) {
          if (error) reject(error);
          else resolve(this.changes);
        });
      });
    },
    async release() {
      isReleased = true;
      const statements = await Promise.allSettled(cache.values());
      cache.clear();
      for (const result of statements) {
        if (result.status === 'fulfilled') await new Promise<void>((resolve) => result.value.finalize(resolve));
      }
    },
  };
}
