import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `CREATE TABLE found_releases (
    id varchar(36) PRIMARY KEY, search_id varchar(36) NOT NULL, user_id varchar(36) NOT NULL REFERENCES users (id), words text NOT NULL,
    integration_id varchar(36) NOT NULL, release text NOT NULL, private_sealed text NOT NULL, expires_at varchar(24) NOT NULL)`,
  `CREATE INDEX found_releases_user ON found_releases (user_id, search_id)`,
  `CREATE INDEX found_releases_expires ON found_releases (expires_at)`,
  `ALTER TABLE release_candidates ADD COLUMN chosen boolean NOT NULL DEFAULT false`,
];

/** What people found by words of their own, for an hour, and candidates that were chosen before their request may be carried out. */
export class FoundReleases1764200000000 extends ForwardMigration {
  readonly name = 'FoundReleases1764200000000';
  protected readonly statements = STATEMENTS;
}
