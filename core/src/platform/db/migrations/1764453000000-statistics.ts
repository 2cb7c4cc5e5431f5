import { ForwardMigration, type StatementsByDialect } from './forward-migration.js';

/** Each has all that is counted of a row, so that the rows themselves, which are many times longer, are not read. */
const INDEXES = [
  `CREATE INDEX requests_arrived ON requests (arrived_at, origin, type, created_at, user_id, asin, region, current_download_id)
    WHERE arrived_at IS NOT NULL`,
  `CREATE INDEX requests_counted ON requests (asin, region, origin, user_id, created_at, arrived_at)`,
];

const ADDED = 'ALTER TABLE download_history ADD COLUMN indexer text';

const STATEMENTS: StatementsByDialect = {
  sqlite: [ADDED, `UPDATE download_history SET indexer = json_extract(release, '$.indexer')`, ...INDEXES],
  postgres: [ADDED, `UPDATE download_history SET indexer = CAST(release AS json) ->> 'indexer'`, ...INDEXES],
};

/** The indexer that each download came from, and indexes from which requests are counted. */
export class Statistics1764453000000 extends ForwardMigration {
  readonly name = 'Statistics1764453000000';
  protected readonly statements = STATEMENTS;
}
