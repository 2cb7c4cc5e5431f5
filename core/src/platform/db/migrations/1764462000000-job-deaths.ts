import { ForwardMigration } from './forward-migration.js';

/** How often the worker of a job died, so that a job that ends the server each time is given up. */
export class JobDeaths1764462000000 extends ForwardMigration {
  readonly name = 'JobDeaths1764462000000';
  protected readonly statements = ['ALTER TABLE jobs ADD COLUMN deaths integer NOT NULL DEFAULT 0'];
}
