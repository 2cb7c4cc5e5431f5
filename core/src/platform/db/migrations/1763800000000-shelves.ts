import { ForwardMigration } from './forward-migration.js';

/** Shelves of users at book-tracking sites, what stands on them, and how mappings came about. */
const STATEMENTS = [
  `CREATE TABLE shelves (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), plugin_id varchar(100) NOT NULL, name text NOT NULL,
    settings text NOT NULL, secrets_sealed text, plugin_version varchar(50) NOT NULL, auto_request boolean NOT NULL,
    paused boolean NOT NULL, failures integer NOT NULL, last_walk varchar(36), error text, result text,
    read_at varchar(24), tried_at varchar(24), next_at varchar(24), created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE INDEX shelves_user ON shelves (user_id, created_at)`,
  `CREATE TABLE shelf_books (
    shelf_id varchar(36) NOT NULL REFERENCES shelves (id) ON DELETE CASCADE, provider varchar(100) NOT NULL, book_id varchar(100) NOT NULL,
    title text NOT NULL, author text NOT NULL, outcome varchar(20) NOT NULL, reason text, request_id varchar(36), selected boolean NOT NULL,
    added_at varchar(24) NOT NULL, first_walk varchar(36) NOT NULL, seen_walk varchar(36) NOT NULL, missing_walks integer NOT NULL,
    removed_at varchar(24), next_try_at varchar(24), PRIMARY KEY (shelf_id, book_id))`,
  `CREATE INDEX shelf_books_outcome ON shelf_books (shelf_id, outcome, added_at, book_id)`,
  // the storage of shelves' plugins; that of integrations belongs to integrations
  `CREATE TABLE shelf_storage (
    shelf_id varchar(36) NOT NULL REFERENCES shelves (id) ON DELETE CASCADE, key varchar(200) NOT NULL, value text NOT NULL,
    PRIMARY KEY (shelf_id, key))`,
  // what the site says of a book besides title and author, and how its ASIN was found
  `ALTER TABLE book_mappings ADD COLUMN isbn varchar(13)`,
  `ALTER TABLE book_mappings ADD COLUMN hint_asin varchar(10)`,
  `ALTER TABLE book_mappings ADD COLUMN series text`,
  `ALTER TABLE book_mappings ADD COLUMN method varchar(20)`,
  `ALTER TABLE book_mappings ADD COLUMN score double precision`,
  `ALTER TABLE book_mappings ADD COLUMN next_try_at varchar(24)`,
];

export class Shelves1763800000000 extends ForwardMigration {
  readonly name = 'Shelves1763800000000';
  protected readonly statements = STATEMENTS;
}
