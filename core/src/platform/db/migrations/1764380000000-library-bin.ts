import { ForwardMigration } from './forward-migration.js';

/** SQLite cannot make a column nullable, so the table of replacements is made anew: files that we did not place have no import. */
const STATEMENTS = [
  `ALTER TABLE requests ADD COLUMN replaces_directory text`,
  `ALTER TABLE requests ADD COLUMN replaces_items text`,
  `CREATE TABLE replacements_next (
    request_id varchar(36) PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE, report_id varchar(36) NOT NULL REFERENCES reported_issues (id),
    import_id varchar(36), user_id varchar(36) NOT NULL REFERENCES users (id), state varchar(10) NOT NULL, removed integer NOT NULL,
    kept integer NOT NULL, created_at varchar(24) NOT NULL, ended_at varchar(24))`,
  `INSERT INTO replacements_next (request_id, report_id, import_id, user_id, state, removed, kept, created_at, ended_at)
   SELECT request_id, report_id, import_id, user_id, state, removed, kept, created_at, ended_at FROM replacements`,
  `DROP TABLE replacements`,
  `ALTER TABLE replacements_next RENAME TO replacements`,
  `CREATE INDEX replacements_report ON replacements (report_id, created_at)`,
  `CREATE TABLE binned_books (
    id varchar(36) PRIMARY KEY, title text NOT NULL, author text NOT NULL, directory text NOT NULL, folder text, state varchar(10) NOT NULL,
    actor_id varchar(36), actor_name varchar(200) NOT NULL, created_at varchar(24) NOT NULL, binned_at varchar(24), until varchar(24),
    ended_at varchar(24))`,
  `CREATE INDEX binned_books_state ON binned_books (state, binned_at)`,
  `CREATE TABLE binned_files (
    bin_id varchar(36) NOT NULL REFERENCES binned_books (id) ON DELETE CASCADE, position integer NOT NULL, path text NOT NULL,
    size double precision NOT NULL, modified_at double precision NOT NULL, state varchar(10) NOT NULL, PRIMARY KEY (bin_id, position))`,
];

/** Files that admins put into the bin of the library, and requests that replace files that we did not place. */
export class LibraryBin1764380000000 extends ForwardMigration {
  readonly name = 'LibraryBin1764380000000';
  protected readonly statements = STATEMENTS;
}
