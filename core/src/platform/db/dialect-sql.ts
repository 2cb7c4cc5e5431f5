import type { Database } from './database.js';

type Dialect = Database['dialect'];

/** An expression: the seconds from one time to another, both ISO 8601 text. */
export function secondsBetween(dialect: Dialect, earlier: string, later: string): string {
  return dialect === 'sqlite'
    ? `(julianday(${later}) - julianday(${earlier})) * 86400`
    : `EXTRACT(EPOCH FROM CAST(${later} AS timestamptz) - CAST(${earlier} AS timestamptz))`;
}

/** What joins the items of a column that holds a JSON array, and the expression of one item as text, or of a member of it. */
export function jsonItems(
  dialect: Dialect,
  column: string,
  alias: string,
  member?: string,
): { readonly join: string; readonly item: string } {
  if (dialect === 'sqlite') {
    return {
      join: `JOIN json_each(${column}) ${alias}`,
      item: member === undefined ? `${alias}.value` : `json_extract(${alias}.value, '$.${member}')`,
    };
  }
  return member === undefined
    ? { join: `CROSS JOIN LATERAL json_array_elements_text(CAST(${column} AS json)) AS ${alias} (value)`, item: `${alias}.value` }
    : {
        join: `CROSS JOIN LATERAL json_array_elements(CAST(${column} AS json)) AS ${alias} (value)`,
        item: `${alias}.value ->> '${member}'`,
      };
}
