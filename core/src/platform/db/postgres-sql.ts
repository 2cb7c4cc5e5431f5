import type { StatementListener } from './database.js';
import { camelRows, numberPlaceholders, type Sql, type SqlValue } from './sql.js';
import type { StatementNames } from './statement-names.js';

interface PostgresQuery {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

/** The part of a pg pool or client that Lectern uses. */
export interface PostgresQueryable {
  query(query: PostgresQuery): Promise<{ rows: object[]; rowCount: number | null }>;
}

/** A column was added or changed since the statement was kept, by a migration of another process. */
function isOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === '0A000' && typeof message === 'string' && message.includes('cached plan');
}

/**
 * A connection does not know the statement that it kept, or knows one that it should not: a pooler between lends another connection of the
 * server to each transaction (26000: no such statement, 42P05: there is one already).
 */
function isOfAnotherConnection(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '26000' || code === '42P05';
}

/**
 * {@link Sql} on a pg pool or on one client of it.
 *
 * @param names of statements that connections keep; not for transactions, in which a refused statement cannot be repeated
 */
export function createPostgresSql(client: PostgresQueryable, onStatement: StatementListener, names?: StatementNames): Sql {
  async function query(sql: string, params: readonly SqlValue[]): Promise<{ rows: object[]; rowCount: number | null }> {
    onStatement(sql, params);
    const asked = { text: numberPlaceholders(sql), values: params.map((value) => value ?? null) };
    const name = names?.nameOf(sql);
    if (name === undefined) return client.query(asked);
    try {
      return await client.query({ ...asked, name });
    } catch (error) {
      if (isOutdated(error)) names?.drop(sql);
      else if (isOfAnotherConnection(error)) names?.end();
      else throw error;
      return client.query(asked);
    }
  }
  return {
    all: async <T extends object>(sql: string, params: readonly SqlValue[] = []) => camelRows<T>((await query(sql, params)).rows),
    get: async <T extends object>(sql: string, params: readonly SqlValue[] = []) => camelRows<T>((await query(sql, params)).rows)[0],
    run: async (sql, params = []) => (await query(sql, params)).rowCount ?? 0,
  };
}
