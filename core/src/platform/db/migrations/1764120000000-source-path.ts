import { ForwardMigration } from './forward-migration.js';

/** The files that a person named for an import, which later tries need as well. */
export class SourcePath1764120000000 extends ForwardMigration {
  readonly name = 'SourcePath1764120000000';
  protected readonly statements = ['ALTER TABLE requests ADD COLUMN source_path text'];
}
