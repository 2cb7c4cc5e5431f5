import { ForwardMigration } from './forward-migration.js';

/** Links with which a person downloads the files of a book. Only a hash of what is in the link is kept. */
const STATEMENTS = [
  `CREATE TABLE download_tokens (
    id varchar(36) PRIMARY KEY, token_hash varchar(64) NOT NULL UNIQUE, user_id varchar(36) NOT NULL REFERENCES users (id),
    role varchar(10) NOT NULL, session_id varchar(36), api_token_id varchar(36),
    request_id varchar(36) NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
    import_id varchar(36) NOT NULL REFERENCES imports (id) ON DELETE CASCADE, file text,
    created_at varchar(24) NOT NULL, expires_at varchar(24) NOT NULL, uses integer NOT NULL DEFAULT 0)`,
  `CREATE INDEX download_tokens_expires ON download_tokens (expires_at)`,
];

/** The table of download links. */
export class DownloadTokens1763850000000 extends ForwardMigration {
  readonly name = 'DownloadTokens1763850000000';
  protected readonly statements = STATEMENTS;
}
