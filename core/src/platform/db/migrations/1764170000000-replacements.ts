import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `ALTER TABLE requests ADD COLUMN replaces_import_id varchar(36)`,
  `CREATE INDEX requests_replaces ON requests (replaces_import_id) WHERE replaces_import_id IS NOT NULL`,
  `ALTER TABLE imports ADD COLUMN removed_at varchar(24)`,
  `CREATE TABLE replacements (
    request_id varchar(36) PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE, report_id varchar(36) NOT NULL REFERENCES reported_issues (id),
    import_id varchar(36) NOT NULL, user_id varchar(36) NOT NULL REFERENCES users (id), state varchar(10) NOT NULL, removed integer NOT NULL,
    kept integer NOT NULL, created_at varchar(24) NOT NULL, ended_at varchar(24))`,
  `CREATE INDEX replacements_report ON replacements (report_id, created_at)`,
];

/** Requests for another copy of a book that somebody reported, and imports whose files were removed. */
export class Replacements1764170000000 extends ForwardMigration {
  readonly name = 'Replacements1764170000000';
  protected readonly statements = STATEMENTS;
}
