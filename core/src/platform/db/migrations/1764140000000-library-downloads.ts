import { ForwardMigration } from './forward-migration.js';

/** SQLite cannot make a column nullable, so the table is made anew. Links that were made before stay good. */
const STATEMENTS = [
  `CREATE TABLE download_tokens_next (
    id varchar(36) PRIMARY KEY, token_hash varchar(64) NOT NULL UNIQUE, user_id varchar(36) NOT NULL REFERENCES users (id),
    role varchar(10) NOT NULL, scope varchar(10) NOT NULL, session_id varchar(36), api_token_id varchar(36), asin varchar(10) NOT NULL,
    type varchar(10) NOT NULL, request_id varchar(36) REFERENCES requests (id) ON DELETE CASCADE,
    import_id varchar(36) REFERENCES imports (id) ON DELETE CASCADE, item_id varchar(36), directory text, file text,
    created_at varchar(24) NOT NULL, expires_at varchar(24) NOT NULL, uses integer NOT NULL DEFAULT 0)`,
  `INSERT INTO download_tokens_next
     (id, token_hash, user_id, role, scope, session_id, api_token_id, asin, type, request_id, import_id, file, created_at, expires_at, uses)
   SELECT d.id, d.token_hash, d.user_id, d.role, 'own', d.session_id, d.api_token_id, r.asin, r.type, d.request_id, d.import_id, d.file,
     d.created_at, d.expires_at, d.uses
   FROM download_tokens d JOIN requests r ON r.id = d.request_id`,
  `DROP TABLE download_tokens`,
  `ALTER TABLE download_tokens_next RENAME TO download_tokens`,
  `CREATE INDEX download_tokens_expires ON download_tokens (expires_at)`,
];

/** Links to books that nobody requested, by the item of a media server. */
export class LibraryDownloads1764140000000 extends ForwardMigration {
  readonly name = 'LibraryDownloads1764140000000';
  protected readonly statements = STATEMENTS;
}
