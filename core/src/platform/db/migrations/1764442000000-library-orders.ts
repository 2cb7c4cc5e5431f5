import { ForwardMigration } from './forward-migration.js';

/** Orders of the library's list. PostgreSQL refuses an entry of an index that is longer than a third of a page. */
export class LibraryOrders1764442000000 extends ForwardMigration {
  readonly name = 'LibraryOrders1764442000000';
  protected readonly statements = [
    'CREATE INDEX library_items_title ON library_items (LOWER(substr(title, 1, 200)), id)',
    'CREATE INDEX library_items_authors ON library_items (LOWER(substr(authors, 1, 200)), id)',
  ];
}
