import { createBackupFiles, type BackupFiles } from '../features/backups/index.js';
import type { Config } from '../platform/config/config.js';
import { openDatabase, type Database } from '../platform/db/index.js';
import { entities } from './entities.js';
import { version } from './version.js';

/** The backups of a data directory. */
export function backupFilesOf(config: Config, now: () => Date = () => new Date()): BackupFiles {
  return createBackupFiles({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, version, now });
}

/** Opens the database and brings it up to date. One that has been used is backed up before it is changed. */
export function openServerDatabase(config: Config): Promise<Database> {
  const { dataDir, databaseUrl } = config;
  return openDatabase({
    dataDir,
    databaseUrl,
    entities,
    async beforeUpgrade() {
      await backupFilesOf(config).create('before-upgrade');
    },
  });
}
