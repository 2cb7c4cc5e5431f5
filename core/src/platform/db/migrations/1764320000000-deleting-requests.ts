import { ForwardMigration } from './forward-migration.js';

/** SQLite cannot make a column nullable, so the table is made anew. A download outlives its request, because its client may seed it. */
const STATEMENTS = [
  `CREATE TABLE download_history_next (
    id varchar(36) PRIMARY KEY, request_id varchar(36) REFERENCES requests (id), candidate_id varchar(36),
    integration_id varchar(36), item_id varchar(200), state varchar(20) NOT NULL, release text NOT NULL, release_key text NOT NULL,
    ours boolean NOT NULL, download_path text, client_status text, error text, missing_count integer NOT NULL DEFAULT 0, stalled_since varchar(24),
    created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
  `INSERT INTO download_history_next
     (id, request_id, candidate_id, integration_id, item_id, state, release, release_key, ours, download_path, client_status, error,
      missing_count, stalled_since, created_at, updated_at)
   SELECT id, request_id, candidate_id, integration_id, item_id, state, release, release_key, ours, download_path, client_status, error,
     missing_count, stalled_since, created_at, updated_at FROM download_history`,
  `DROP TABLE download_history`,
  `ALTER TABLE download_history_next RENAME TO download_history`,
  `CREATE INDEX download_history_request ON download_history (request_id, created_at)`,
  `CREATE INDEX download_history_active ON download_history (integration_id, state)`,
  `CREATE INDEX imports_download ON imports (download_id)`,
  `CREATE INDEX requests_parent ON requests (parent_request_id)`,
  `CREATE TABLE request_deletions (
    request_id varchar(36) PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE, user_id varchar(36) NOT NULL REFERENCES users (id),
    files varchar(10) NOT NULL, created_at varchar(24) NOT NULL)`,
];

/** Requests that are being deleted, and downloads whose requests are gone. */
export class DeletingRequests1764320000000 extends ForwardMigration {
  readonly name = 'DeletingRequests1764320000000';
  protected readonly statements = STATEMENTS;
}
