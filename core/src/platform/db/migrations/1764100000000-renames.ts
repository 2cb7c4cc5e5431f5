import { ForwardMigration } from './forward-migration.js';

/** Plans to give placed books other folders and names, and the journal of carrying them out. */
const STATEMENTS = [
  `CREATE TABLE renames (
    id varchar(36) PRIMARY KEY, state varchar(20) NOT NULL, request_ids text, root text, created_at varchar(24) NOT NULL,
    actor_id varchar(36), actor_name varchar(200) NOT NULL, planned_at varchar(24), started_at varchar(24), ended_at varchar(24),
    done integer NOT NULL, total integer NOT NULL, unchanged integer NOT NULL, stopping boolean NOT NULL, reason text)`,
  `CREATE TABLE rename_moves (
    id varchar(36) PRIMARY KEY, rename_id varchar(36) NOT NULL REFERENCES renames (id) ON DELETE CASCADE, position integer NOT NULL,
    from_folder text NOT NULL, to_folder text NOT NULL, books text NOT NULL, files text NOT NULL, state varchar(20) NOT NULL, reason text)`,
  `CREATE INDEX rename_moves_position ON rename_moves (rename_id, position)`,
  `CREATE INDEX rename_moves_state ON rename_moves (rename_id, state, position)`,
  `CREATE INDEX rename_moves_journal ON rename_moves (state) WHERE state IN ('moving', 'undoing')`,
];

/** Admins rename placed books. */
export class Renames1764100000000 extends ForwardMigration {
  readonly name = 'Renames1764100000000';
  protected readonly statements = STATEMENTS;
}
