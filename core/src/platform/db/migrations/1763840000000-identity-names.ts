import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people are called at the services with which they sign in, to tell their accounts there apart. */
export class IdentityNames1763840000000 implements MigrationInterface {
  readonly name = 'IdentityNames1763840000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_identities ADD COLUMN account_name varchar(200)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup instead.');
  }
}
