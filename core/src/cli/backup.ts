import { join, resolve } from 'node:path';
import { backupFilesOf } from '../app/open-server-database.js';
import { BackupError } from '../platform/backup/index.js';
import { loadConfig } from '../platform/config/config.js';
import type { Typed } from './typed.js';

/**
 * Writes a backup, by default into the data directory. The server may be running; nothing is migrated.
 *
 * @param typed the file to write; `--with-key` includes the key file
 * @returns the exit code
 */
export async function backup(env: NodeJS.ProcessEnv, { values, words }: Typed): Promise<number> {
  const config = loadConfig(env);
  const withKey = values['with-key'] === true;
  if (withKey && config.keys !== undefined) {
    console.error('The keys come from LECTERN_KEYS, so there is no key file to include. Keep the content of that variable safe.');
    return 1;
  }
  const [file] = words;
  try {
    const written = await backupFilesOf(config).create('manual', {
      ...(file === undefined ? {} : { file: resolve(file) }),
      ...(withKey ? { keyFile: join(config.dataDir, 'keys.json') } : {}),
    });
    console.log(
      `${written.rows} rows are saved in ${written.file}\n${
        withKey
          ? 'It includes the key file: whoever has this backup can read every stored secret.'
          : 'It does not include the key file. Without keys.json the stored secrets of integrations cannot be read, so keep a copy of that file in another place.'
      }`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(error.message);
    return 1;
  }
}
