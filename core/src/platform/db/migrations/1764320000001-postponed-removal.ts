import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = ['ALTER TABLE download_history ADD COLUMN postponed_since varchar(24)'];

/**
 * Since when a torrent was seeded enough and stays, because it is not known whether another client seeds its data. It comes after the table was
 * made anew, which would lose the column.
 */
export class PostponedRemoval1764320000001 extends ForwardMigration {
  readonly name = 'PostponedRemoval1764320000001';
  protected readonly statements = STATEMENTS;
}
