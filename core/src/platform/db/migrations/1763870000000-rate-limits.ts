import { ForwardMigration } from './forward-migration.js';

/** Counted limits, where several processes share them; columns as the limiter's library wants them. `expire`: ms since the epoch. */
const STATEMENTS = [
  `CREATE TABLE rate_limits (key varchar(255) PRIMARY KEY NOT NULL, points integer NOT NULL, expire bigint)`,
  `CREATE INDEX rate_limits_expire ON rate_limits (expire)`,
  `CREATE INDEX audit_log_target ON audit_log (target_id, at)`,
];

/** The table of limits, and the index by which the audit log tells the history of one thing. */
export class RateLimits1763870000000 extends ForwardMigration {
  readonly name = 'RateLimits1763870000000';
  protected readonly statements = STATEMENTS;
}
