import { ForwardMigration } from './forward-migration.js';

/** Corrections of books on shelves, by people and admins, stand beside what was found, so that it can be taken back. */
const STATEMENTS = [
  `CREATE TABLE book_mapping_corrections (
    provider varchar(100) NOT NULL, book_id varchar(100) NOT NULL, holds_for varchar(36) NOT NULL, asin varchar(10),
    created_at varchar(24) NOT NULL, PRIMARY KEY (provider, book_id, holds_for))`,
  `CREATE INDEX shelf_books_book ON shelf_books (provider, book_id)`,
];

/** Corrections of the mappings of shelves' books. */
export class MappingCorrections1763960000000 extends ForwardMigration {
  readonly name = 'MappingCorrections1763960000000';
  protected readonly statements = STATEMENTS;
}
