import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { checkSqliteFile } from './check-sqlite-file.js';
import type { FaultWatch } from './database-fault.js';
import type { Database } from './database.js';
import { DescribedSource } from './described-source.js';
import { makeSqliteFile } from './make-sqlite-file.js';
import { migrations } from './migrations/index.js';
import { SnakeNaming } from './naming.js';
import type { DatabaseOptions } from './database-options.js';
import { runMigrations } from './run-migrations.js';
import { createSqliteSql } from './sqlite-sql.js';
import { connectionOf, createSqliteWriter } from './sqlite-writer.js';
import type { StatementListeners } from './statement-listeners.js';
import { watchQueries, watchSql } from './watch-statements.js';

/** Opens the database of a data directory, which belongs to one process. */
export async function openSqlite(options: DatabaseOptions, heard: StatementListeners, faults: FaultWatch): Promise<Database> {
  await mkdir(options.dataDir, { recursive: true });
  const { default: sqlite3 } = await import('sqlite3');
  const file = join(options.dataDir, 'lectern.db');
  await checkSqliteFile(sqlite3, file);
  await makeSqliteFile(sqlite3, file);
  const base = {
    type: 'sqlite' as const,
    // TypeORM would switch the driver's tracing on, which formats every bound value at every call and puts them into errors
    driver: { ...sqlite3, verbose: () => sqlite3 },
    database: file,
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logger: heard.logger,
    enableWAL: true,
    busyTimeout: 5000,
  };
  const openWriter = async (): Promise<DataSource> => {
    const source = await new DescribedSource({ ...base, name: 'writer', migrations: [...migrations] }, options.entities).initialize();
    await source.query('PRAGMA synchronous = NORMAL');
    return source;
  };
  const first = await openWriter();
  const migrated = options.migrate === false ? [] : await runMigrations(first, options);
  const reader = await new DescribedSource({ ...base, name: 'reader' }, options.entities).initialize();
  await reader.query('PRAGMA query_only = ON');
  watchQueries(reader, faults);
  const readSql = createSqliteSql(connectionOf(reader), heard.emit);
  const writer = createSqliteWriter(openWriter, first, heard.emit);
  return {
    dialect: 'sqlite',
    read: watchSql(readSql, faults),
    entities: reader.manager,
    migrated,
    get fault() {
      return faults.fault;
    },
    transaction: (work) => faults.watch('write', () => writer.transaction(work)),
    onStatement: heard.add,
    async close() {
      await writer.close();
      await readSql.release();
      await reader.destroy();
    },
  };
}
