import { ForwardMigration, type StatementsByDialect } from './forward-migration.js';

/** Each has all columns that choose the rows of a list, so that only those on the page are read. */
const LISTS = [
  'DROP INDEX audiobooks_series',
  'CREATE INDEX audiobooks_series ON audiobooks (series, region, asin)',
  'DROP INDEX library_series_missing',
  `CREATE INDEX library_series_missing ON library_series (region, missing, owned, series_id, search_name)
    WHERE dismissed_at IS NULL AND books > 0`,
];

/** Searches among the requests of a status or a person; on PostgreSQL an index of words is joined with those of the table itself. */
const SEARCHES = [
  'CREATE INDEX search_requests_group ON search_requests (status_group, status, no)',
  'CREATE INDEX search_requests_user ON search_requests (user_id, status_group, status, no)',
];

const STATEMENTS: StatementsByDialect = { sqlite: [...LISTS, ...SEARCHES], postgres: LISTS };

/** Indexes that make reading rows needless. */
export class WholeIndexes1763992000000 extends ForwardMigration {
  readonly name = 'WholeIndexes1763992000000';
  protected readonly statements = STATEMENTS;
}
