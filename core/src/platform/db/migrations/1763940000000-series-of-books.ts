import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [`CREATE INDEX audiobooks_series ON audiobooks (series, region)`];

/** Searches ask for the other books of a series. */
export class SeriesOfBooks1763940000000 extends ForwardMigration {
  readonly name = 'SeriesOfBooks1763940000000';
  protected readonly statements = STATEMENTS;
}
