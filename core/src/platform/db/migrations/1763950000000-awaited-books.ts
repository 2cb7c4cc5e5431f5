import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [`ALTER TABLE watched_series ADD COLUMN awaited text`, `ALTER TABLE watched_authors ADD COLUMN awaited text`];

/** The books that are coming up are read from a column of their own, without all that is remembered of a listing. */
export class AwaitedBooks1763950000000 extends ForwardMigration {
  readonly name = 'AwaitedBooks1763950000000';
  protected readonly statements = STATEMENTS;
}
