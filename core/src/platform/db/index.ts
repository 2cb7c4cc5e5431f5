export type { Database, Tx } from './database.js';
export { isTrue, placeholders, type Sql, type SqlValue } from './sql.js';
export { openDatabase } from './open-database.js';
