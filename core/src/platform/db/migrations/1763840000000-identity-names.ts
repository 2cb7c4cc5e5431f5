import { ForwardMigration } from './forward-migration.js';

/** The names of people at the services with which they sign in, to tell their accounts there apart. */
export class IdentityNames1763840000000 extends ForwardMigration {
  readonly name = 'IdentityNames1763840000000';
  protected readonly statements = ['ALTER TABLE user_identities ADD COLUMN account_name varchar(200)'];
}
