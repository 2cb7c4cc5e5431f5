import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [`ALTER TABLE requests ADD COLUMN any_reading boolean NOT NULL DEFAULT false`];

/** Whether the requester takes a book with any narrator. */
export class AnyReading1763995500000 extends ForwardMigration {
  readonly name = 'AnyReading1763995500000';
  protected readonly statements = STATEMENTS;
}
