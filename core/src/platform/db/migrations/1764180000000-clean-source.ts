import { ForwardMigration } from './forward-migration.js';

/** Whether the files that a person named are deleted once they were imported, which later tries need to know as well. */
export class CleanSource1764180000000 extends ForwardMigration {
  readonly name = 'CleanSource1764180000000';
  protected readonly statements = ['ALTER TABLE requests ADD COLUMN clean_source boolean NOT NULL DEFAULT false'];
}
