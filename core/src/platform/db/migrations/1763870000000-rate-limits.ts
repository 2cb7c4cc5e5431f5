import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counted limits, where several processes share them; columns as the limiter's library wants them. `expire`: ms since the epoch. */
const STATEMENTS = [
  `CREATE TABLE rate_limits (key varchar(255) PRIMARY KEY NOT NULL, points integer NOT NULL, expire bigint)`,
  `CREATE INDEX rate_limits_expire ON rate_limits (expire)`,
  `CREATE INDEX audit_log_target ON audit_log (target_id, at)`,
];

/** The table of limits, and the index by which the audit log tells the history of one thing. */
export class RateLimits1763870000000 implements MigrationInterface {
  readonly name = 'RateLimits1763870000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup instead.');
  }
}
