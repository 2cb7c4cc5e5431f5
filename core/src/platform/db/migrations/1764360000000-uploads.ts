import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `CREATE TABLE uploads (
    id varchar(36) PRIMARY KEY, request_id varchar(36) NOT NULL, user_id varchar(36) NOT NULL, state varchar(20) NOT NULL,
    bytes double precision NOT NULL, caller text, fault text, created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE INDEX uploads_request ON uploads (request_id, user_id)`,
  `CREATE INDEX uploads_state ON uploads (state, updated_at)`,
  `CREATE TABLE upload_files (
    upload_id varchar(36) NOT NULL REFERENCES uploads (id) ON DELETE CASCADE, position integer NOT NULL, name text NOT NULL,
    size double precision NOT NULL, PRIMARY KEY (upload_id, position))`,
];

/** The files that people upload for their requests. */
export class Uploads1764360000000 extends ForwardMigration {
  readonly name = 'Uploads1764360000000';
  protected readonly statements = STATEMENTS;
}
