import { createBackupFiles, type BackupFiles } from '../features/backups/index.js';
import type { Config } from '../platform/config/config.js';
import { DataDirLockedError, isDataDirLocked, openDatabase, type Database, type FaultListener } from '../platform/db/index.js';
import { entities } from './entities.js';
import { version } from './version.js';

/** The backups of a data directory. */
export function backupFilesOf(config: Config, now: () => Date = () => new Date()): BackupFiles {
  return createBackupFiles({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, version, now });
}

/** Options for opening the database. */
export interface OpenServerDatabaseOptions extends FaultListener {
  /** For commands that may run beside a server: they do not change its schema. */
  readonly besideServer?: boolean;
}

/**
 * Opens the database and brings it up to date. One that has been used is backed up before it is changed.
 *
 * @throws DataDirLockedError when it would have to be changed beside a server
 */
export function openServerDatabase(
  config: Config,
  { besideServer = false, ...listener }: OpenServerDatabaseOptions = {},
): Promise<Database> {
  const { dataDir, databaseUrl } = config;
  return openDatabase({
    ...listener,
    dataDir,
    databaseUrl,
    entities,
    async mayMigrate() {
      if (besideServer && databaseUrl === undefined && (await isDataDirLocked(dataDir))) throw new DataDirLockedError(dataDir);
    },
    async beforeUpgrade() {
      await backupFilesOf(config).create('before-upgrade');
    },
  });
}
