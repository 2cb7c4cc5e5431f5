import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { entities } from '../app/entities.js';
import { PARTS } from '../app/parts.js';
import { finishRestore } from '../features/backups/index.js';
import { BackupError, restoreBackup, verifyBackup, type VerifiedBackup } from '../platform/backup/index.js';
import { loadConfig, type Config } from '../platform/config/config.js';
import { openDatabase } from '../platform/db/index.js';
import { loadServerKeys } from '../platform/security/key-file.js';
import { createSecretBox } from '../platform/security/secret-box.js';
import { countUnreadable } from '../platform/security/unreadable.js';
import type { Typed } from './typed.js';
import { lockSqliteDataDir } from './lock-sqlite-data-dir.js';
import { restoreKeys } from './restore-keys.js';
import { serverState } from './server-mark.js';

/** Prints which secrets the keys of this data directory cannot open. */
async function tellUnreadable(config: Config): Promise<void> {
  const { ring } = await loadServerKeys(config.dataDir, config.keys);
  const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, entities });
  try {
    for (const { table, count } of await countUnreadable(database, createSecretBox(ring), entities)) {
      console.error(
        `${count} secrets of ${table} cannot be read with the keys of this data directory. Put the keys.json that belongs to the backup there, or enter the secrets again.`,
      );
    }
  } finally {
    await database.close();
  }
}

async function refusal(config: Config, isStopped: boolean): Promise<string | undefined> {
  const server = await serverState(config.dataDir);
  if (server === 'up') return 'The server is running. Stop it first.';
  if (server === 'unknown' && !isStopped) {
    return 'A server on another machine or in another container may be running. Stop it, then add --stopped.';
  }
  return undefined;
}

async function checkedBackup(file: string, config: Config): Promise<VerifiedBackup> {
  const backup = await verifyBackup(resolve(file), config.databaseUrl !== undefined);
  // damaged keys are found here, before anything is changed
  if (backup.keys !== undefined) await loadServerKeys(config.dataDir, backup.keys);
  return backup;
}

/**
 * Replaces the database with a backup, completely or not at all. The server must be down. Everybody has to sign in
 * again. Work that was under way in the backup waits for an admin, unless `--continue` is given.
 *
 * @returns the exit code
 */
export async function restore(env: NodeJS.ProcessEnv, { values, words }: Typed): Promise<number> {
  const [file = ''] = words;
  const replace = values['replace'] === true;
  const goOn = values['continue'] === true;
  const revokeTokens = values['revoke-tokens'] === true;
  const config = loadConfig(env);
  const refused = await refusal(config, values['stopped'] === true);
  if (refused !== undefined) {
    console.error(refused);
    return 1;
  }
  const unlock = await lockSqliteDataDir(config);
  try {
    const at = new Date();
    const backup = await checkedBackup(file, config);
    const { createdAt } = backup.manifest;
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    const report = await restoreBackup({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      backup,
      replace,
      finish: (run) => finishRestore(run, { createdAt, restoredAt: at.toISOString(), goOn, revokeTokens }, PARTS),
      now: () => at,
    });
    console.log(`${report.rows} rows of the backup of ${createdAt} are restored. Everybody has to sign in again.`);
    if (report.previous !== undefined) console.log(`The previous database is kept as ${report.previous}`);
    if (report.droppedCharacters > 0)
      console.log(`${report.droppedCharacters} NUL characters were removed from texts, because PostgreSQL cannot store them.`);
    if (!revokeTokens)
      console.log('API tokens that were revoked after the backup was made are valid again. Review them, or restore with --revoke-tokens.');
    if (!goOn)
      console.log('At the next start, requests that were under way wait for an admin; Lectern repeats none of their work on its own.');
    if (backup.keys !== undefined && config.keys === undefined) await restoreKeys(config.dataDir, backup.keys, at);
    else if (backup.keys !== undefined) console.error('The keys come from LECTERN_KEYS; the key file of the backup is not used.');
    await tellUnreadable(config);
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(`${error.message}\nNothing was changed.`);
    return 1;
  } finally {
    await unlock();
  }
}
