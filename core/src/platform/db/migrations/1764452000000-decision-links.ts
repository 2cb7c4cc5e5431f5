import { ForwardMigration } from './forward-migration.js';

/** Links of messages with which a person decides about a request. Only a hash of what is in the link is kept. */
const STATEMENTS = [
  `CREATE TABLE decision_links (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    request_id varchar(36) NOT NULL REFERENCES requests (id) ON DELETE CASCADE, request_version integer NOT NULL,
    action varchar(10) NOT NULL, token_hash varchar(64) NOT NULL UNIQUE, created_at varchar(24) NOT NULL, expires_at varchar(24) NOT NULL)`,
  `CREATE INDEX decision_links_request ON decision_links (request_id)`,
];

/** The table of decision links. */
export class DecisionLinks1764452000000 extends ForwardMigration {
  readonly name = 'DecisionLinks1764452000000';
  protected readonly statements = STATEMENTS;
}
