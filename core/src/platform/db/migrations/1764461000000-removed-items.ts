import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `CREATE TABLE removed_items (
    id varchar(36) PRIMARY KEY, integration_id varchar(36) NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
    item_id varchar(200) NOT NULL, item text NOT NULL, removed_at varchar(24) NOT NULL, UNIQUE (integration_id, item_id))`,
];

/** Items of media servers whose files Lectern removed. */
export class RemovedItems1764461000000 extends ForwardMigration {
  readonly name = 'RemovedItems1764461000000';
  protected readonly statements = STATEMENTS;
}
