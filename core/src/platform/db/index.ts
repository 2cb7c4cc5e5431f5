export {
  defineEntity,
  double,
  flag,
  id,
  integer,
  json,
  key,
  nullable,
  readJson,
  readJsonOr,
  text,
  time,
  type Json,
  type RowOf,
  type StoredFlag,
} from './columns.js';
export { readsSideBySide, type Database, type Tx } from './database.js';
export { DATABASE_FAULTS, type DatabaseFault, type DatabaseFaultKind, type FaultListener } from './database-fault.js';
export { jsonItems, secondsBetween } from './dialect-sql.js';
export { upsertStatement } from './row-statements.js';
export { isTrue, padded, placeholders, type Sql, type SqlValue } from './sql.js';
export { openDatabase } from './open-database.js';
export { pendingMigrations } from './pending-migrations.js';
export { DataDirLockedError, isDataDirLocked, lockDataDir } from './data-dir-lock.js';
export { correctedSearch, findText, isReadInOrder, type Found, type SearchTarget, type WayOfFinding } from './text-search.js';
