import { ForwardMigration } from './forward-migration.js';

/** The same columns for both; `region` is the shop whose ids they are, so the same id may be followed in two. */
function watchedTable(table: string, column: string): string {
  return `CREATE TABLE ${table} (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), ${column} varchar(50) NOT NULL,
    region varchar(10) NOT NULL, name text NOT NULL, former_name text, mode varchar(10) NOT NULL, start_rule varchar(20) NOT NULL,
    start_part varchar(20), started_at varchar(24) NOT NULL, created_at varchar(24) NOT NULL, checked_at varchar(24),
    next_check_at varchar(24), failures integer NOT NULL, shown text, memory text NOT NULL, result text,
    UNIQUE (user_id, ${column}, region))`;
}

/** Nothing ever wrote these tables, so they are made anew; SQLite cannot change what is unique in one. */
const STATEMENTS = [
  `DROP TABLE watched_series`,
  `DROP TABLE watched_authors`,
  watchedTable('watched_series', 'series_id'),
  watchedTable('watched_authors', 'author_id'),
  `CREATE INDEX watched_series_listing ON watched_series (series_id, region)`,
  `CREATE INDEX watched_authors_listing ON watched_authors (author_id, region)`,
];

/** How series and authors are followed, and what is remembered of their checks. */
export class Following1763930000000 extends ForwardMigration {
  readonly name = 'Following1763930000000';
  protected readonly statements = STATEMENTS;
}
