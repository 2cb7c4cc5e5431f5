import type { StatementListener } from './database.js';
import { camelRows, numberPlaceholders, type Sql, type SqlValue } from './sql.js';

/** The part of a pg pool or client that Lectern uses. */
export interface PostgresQueryable {
  query(sql: string, params: unknown[]): Promise<{ rows: object[]; rowCount: number | null }>;
}

/** {@link Sql} on a pg pool or on one client of it. */
export function createPostgresSql(client: PostgresQueryable, onStatement: StatementListener): Sql {
  function query(sql: string, params: readonly SqlValue[]): Promise<{ rows: object[]; rowCount: number | null }> {
    onStatement(sql, params);
    return client.query(
      numberPlaceholders(sql),
      params.map((value) => value ?? null),
    );
  }
  return {
    all: async <T extends object>(sql: string, params: readonly SqlValue[] = []) => camelRows<T>((await query(sql, params)).rows),
    get: async <T extends object>(sql: string, params: readonly SqlValue[] = []) => camelRows<T>((await query(sql, params)).rows)[0],
    run: async (sql, params = []) => (await query(sql, params)).rowCount ?? 0,
  };
}
