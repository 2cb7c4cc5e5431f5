import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Statements that both databases know, run in their order. There is no way back but a backup. */
export abstract class ForwardMigration implements MigrationInterface {
  /** Ends in the time of its making, ms; by it migrations are known and put in order. */
  abstract readonly name: string;
  protected abstract readonly statements: readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup instead.');
  }
}
