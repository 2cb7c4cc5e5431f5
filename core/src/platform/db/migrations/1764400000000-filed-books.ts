import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `ALTER TABLE taken_books ADD COLUMN move text`,
  `ALTER TABLE taken_books ADD COLUMN looked_at varchar(24)`,
  `ALTER TABLE taken_books ADD COLUMN later varchar(10)`,
  // nothing ever wrote it
  `ALTER TABLE taken_books DROP COLUMN request_id`,
  // asked for after each book that is read: without it the database reads all of them each time
  `CREATE INDEX taken_books_decided ON taken_books (state, id)`,
  // counted each time that somebody looks: without it the database reads what is known of every book
  `CREATE INDEX taken_books_counts ON taken_books (take_in_id, state, confidence)`,
];

/** Books that are taken in may be filed, and are looked at again. */
export class FiledBooks1764400000000 extends ForwardMigration {
  readonly name = 'FiledBooks1764400000000';
  protected readonly statements = STATEMENTS;
}
