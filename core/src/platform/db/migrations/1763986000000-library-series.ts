import { ForwardMigration } from './forward-migration.js';

/** The series of which the library has a book, and what the catalogue lists of each that the library lacks. */
const STATEMENTS = [
  `CREATE TABLE library_series (
    region varchar(10) NOT NULL, series_id varchar(50) NOT NULL, name text NOT NULL, search_name text NOT NULL,
    books integer NOT NULL, books_key varchar(64) NOT NULL, counted_key varchar(64),
    owned integer NOT NULL, missing integer NOT NULL, upcoming integer NOT NULL, missing_parts text NOT NULL,
    listing text, walk_at varchar(24) NOT NULL, walked_at varchar(24),
    dismissed_at varchar(24), dismissed_by varchar(200), PRIMARY KEY (region, series_id))`,
  `CREATE INDEX library_series_missing ON library_series (region, missing, owned, series_id)
    WHERE dismissed_at IS NULL AND books > 0`,
  `CREATE INDEX library_series_name ON library_series (region, search_name, series_id, missing)
    WHERE dismissed_at IS NULL AND books > 0`,
  `CREATE INDEX library_series_walked ON library_series (region, walked_at) WHERE books > 0`,
  `CREATE INDEX library_series_walk ON library_series (region, walk_at, series_id)`,
  `CREATE TABLE library_unknown_books (
    region varchar(10) NOT NULL, asin varchar(10) NOT NULL, ask_at varchar(24) NOT NULL, PRIMARY KEY (region, asin))`,
];

/** Admins see which series have gaps. */
export class LibrarySeries1763986000000 extends ForwardMigration {
  readonly name = 'LibrarySeries1763986000000';
  protected readonly statements = STATEMENTS;
}
