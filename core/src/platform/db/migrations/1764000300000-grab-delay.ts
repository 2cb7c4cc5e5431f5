import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [`ALTER TABLE searches ADD COLUMN grab_at varchar(24)`];

/** The end of a search's wait for something better than it found. */
export class GrabDelay1764000300000 extends ForwardMigration {
  readonly name = 'GrabDelay1764000300000';
  protected readonly statements = STATEMENTS;
}
