import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [`ALTER TABLE watched_series ADD COLUMN awaited text`, `ALTER TABLE watched_authors ADD COLUMN awaited text`];

/** What is coming up is read from a column of its own, without all that is remembered of a listing. */
export class AwaitedBooks1763950000000 extends ForwardMigration {
  readonly name = 'AwaitedBooks1763950000000';
  protected readonly statements = STATEMENTS;
}
