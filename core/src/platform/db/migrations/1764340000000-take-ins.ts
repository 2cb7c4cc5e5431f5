import { ForwardMigration } from './forward-migration.js';

/** Folders whose books are taken in, and the books found there. */
const STATEMENTS = [
  `CREATE TABLE take_ins (
    id varchar(36) PRIMARY KEY, root text NOT NULL, state varchar(20) NOT NULL, stopping boolean NOT NULL, found integer NOT NULL,
    done integer NOT NULL, total integer NOT NULL, notes text NOT NULL, reason varchar(40), fault text, created_at varchar(24) NOT NULL,
    actor_id varchar(36), actor_name varchar(200) NOT NULL, ended_at varchar(24))`,
  `CREATE TABLE taken_books (
    id varchar(36) PRIMARY KEY, take_in_id varchar(36) NOT NULL REFERENCES take_ins (id) ON DELETE CASCADE, path_key varchar(64) NOT NULL,
    path text NOT NULL, names text NOT NULL, files text, is_mixed boolean NOT NULL, state varchar(20) NOT NULL, confidence varchar(10) NOT NULL,
    tries integer NOT NULL, asin varchar(10), chosen_by varchar(200), evidence text, earlier text, item_id varchar(36), request_id varchar(36),
    decided_at varchar(24), decided_by varchar(36), fault text)`,
  `CREATE UNIQUE INDEX taken_books_path ON taken_books (take_in_id, path_key)`,
  `CREATE INDEX taken_books_state ON taken_books (take_in_id, state, tries, id)`,
  `CREATE INDEX taken_books_confidence ON taken_books (take_in_id, confidence, id)`,
  // an item is found by the place where it lies; an index of PostgreSQL cannot hold a long path as a whole
  `CREATE INDEX library_items_path ON library_items (substr(path, 1, 200))`,
];

/** Admins take libraries in. */
export class TakeIns1764340000000 extends ForwardMigration {
  readonly name = 'TakeIns1764340000000';
  protected readonly statements = STATEMENTS;
}
