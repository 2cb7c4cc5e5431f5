import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [`ALTER TABLE users ADD COLUMN email varchar(254)`, `CREATE INDEX users_email ON users (email)`];

/** The e-mail address that an admin has set for somebody. */
export class UserEmail1763830000000 extends ForwardMigration {
  readonly name = 'UserEmail1763830000000';
  protected readonly statements = STATEMENTS;
}
