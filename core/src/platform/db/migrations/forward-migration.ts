import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Statements for each database. */
export interface StatementsByDialect {
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
}

/** Statements that both databases know, or a list for each, run in their order. There is no way back but a backup. */
export abstract class ForwardMigration implements MigrationInterface {
  /** Ends in the time of its making, ms; by it migrations are known and put in order. */
  abstract readonly name: string;
  protected abstract readonly statements: readonly string[] | StatementsByDialect;

  async up(runner: QueryRunner): Promise<void> {
    const { statements } = this;
    const dialect = runner.connection.options.type === 'postgres' ? 'postgres' : 'sqlite';
    for (const statement of 'sqlite' in statements ? statements[dialect] : statements) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup instead.');
  }
}
