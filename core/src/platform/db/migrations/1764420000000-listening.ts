import { ForwardMigration } from './forward-migration.js';

/** What people listen to, for those who want it: their choice, and how far they are in each item of a media server. */
export class Listening1764420000000 extends ForwardMigration {
  readonly name = 'Listening1764420000000';
  protected readonly statements = [
    `CREATE TABLE listening_choices (
      user_id varchar(36) PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, asks boolean NOT NULL, created_at varchar(24) NOT NULL)`,
    `CREATE TABLE listening_progress (
      user_id varchar(36) NOT NULL REFERENCES listening_choices (user_id) ON DELETE CASCADE,
      integration_id varchar(36) NOT NULL REFERENCES integrations (id) ON DELETE CASCADE, item_id varchar(200) NOT NULL, asin varchar(10) NOT NULL,
      fraction double precision NOT NULL, finished boolean NOT NULL, heard_at varchar(24) NOT NULL, asked_at varchar(24),
      PRIMARY KEY (user_id, integration_id, item_id))`,
    `CREATE INDEX listening_progress_heard ON listening_progress (user_id, heard_at)`,
  ];
}
