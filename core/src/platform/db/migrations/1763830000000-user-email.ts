import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [`ALTER TABLE users ADD COLUMN email varchar(254)`, `CREATE INDEX users_email ON users (email)`];

/** The e-mail address that an admin has set for somebody. */
export class UserEmail1763830000000 implements MigrationInterface {
  readonly name = 'UserEmail1763830000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup instead.');
  }
}
