import { ForwardMigration } from './forward-migration.js';

/** Who has files in a folder is asked before anything is placed, renamed or deleted there. */
export class ImportFolders1764300000000 extends ForwardMigration {
  readonly name = 'ImportFolders1764300000000';
  protected readonly statements = ['CREATE INDEX imports_directory ON imports (directory)'];
}
