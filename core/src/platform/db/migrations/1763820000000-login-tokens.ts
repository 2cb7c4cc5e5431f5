import { ForwardMigration } from './forward-migration.js';

/** One-time links with which an admin lets somebody in. Only a hash of what is in the link is kept. */
const STATEMENTS = [
  `CREATE TABLE login_tokens (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), token_hash varchar(64) NOT NULL UNIQUE,
    created_at varchar(24) NOT NULL, expires_at varchar(24) NOT NULL, used_at varchar(24), revoked_at varchar(24))`,
  `CREATE INDEX login_tokens_user ON login_tokens (user_id)`,
];

/** The table of login tokens. */
export class LoginTokens1763820000000 extends ForwardMigration {
  readonly name = 'LoginTokens1763820000000';
  protected readonly statements = STATEMENTS;
}
