/**
 * Lifts, until the end of the transaction, what a PostgreSQL server may forbid the sessions of its users: to idle in a transaction, and to take
 * long. For transactions that only end when something else is done, such as writing a backup before an upgrade. Only the transaction is told, since
 * a pooler may lend its connection to others afterwards. `transaction_timeout` is there since PostgreSQL 17.
 */
export const UNLIMITED = `SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout', 'statement_timeout', 'lock_timeout')`;

/** Takes the lock with which servers that start together, and restoring, take turns; the end of the transaction gives it back. */
export const TAKE_TURN = 'SELECT pg_advisory_xact_lock(726401)';
