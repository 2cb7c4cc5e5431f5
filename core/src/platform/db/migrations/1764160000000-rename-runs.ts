import { ForwardMigration } from './forward-migration.js';

/** Which run works on a rename, so that one whose lease was lost writes nothing more; and where moves that were begun have their working folders. */
export class RenameRuns1764160000000 extends ForwardMigration {
  readonly name = 'RenameRuns1764160000000';
  protected readonly statements = ['ALTER TABLE renames ADD COLUMN run_id varchar(36)', 'ALTER TABLE rename_moves ADD COLUMN top text'];
}
