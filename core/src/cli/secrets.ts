import { entities } from '../app/entities.js';
import { openServerDatabase } from '../app/open-server-database.js';
import { loadConfig, type Config } from '../platform/config/config.js';
import { changeServerKeys, loadServerKeys } from '../platform/security/key-file.js';
import { reseal } from '../platform/security/reseal.js';
import { createSecretBox } from '../platform/security/secret-box.js';
import type { Typed } from './typed.js';
import { lockSqliteDataDir } from './lock-sqlite-data-dir.js';
import { serverState } from './server-mark.js';

/**
 * Seals all stored secrets with a new key and drops the keys that no longer seal anything. With `--sessions` it also
 * makes a new key for access tokens. The server must be stopped, because a running one goes on sealing with the old key.
 *
 * @returns the exit code
 */
export async function rotateSecrets(env: NodeJS.ProcessEnv, { values }: Typed): Promise<number> {
  const [sessions, stopped] = [values['sessions'] === true, values['stopped'] === true];
  const config = loadConfig(env);
  const server = await serverState(config.dataDir);
  if (server === 'up') {
    console.error('The server is running. Stop it first, or it will go on sealing with the old key.');
    return 1;
  }
  if (server === 'unknown' && !stopped) {
    console.error('A server on another machine or in another container may be running. Stop it, then add --stopped.');
    return 1;
  }
  if (config.keys !== undefined) {
    console.error(
      'The keys come from LECTERN_KEYS, which this command cannot change. Save its content as keys.json in the data directory, unset the variable, and run this command again.',
    );
    return 1;
  }
  const unlock = await lockSqliteDataDir(config);
  try {
    return await rotate(config, sessions);
  } finally {
    await unlock();
  }
}

async function rotate(config: Config, sessions: boolean): Promise<number> {
  await loadServerKeys(config.dataDir);
  const database = await openServerDatabase(config);
  try {
    const { ring } = await changeServerKeys(config.dataDir, { add: true, newJwt: sessions });
    const { resealed, lost, keysInUse } = await reseal(database, createSecretBox(ring), entities);
    const drop = [...ring.keys.keys()].filter((id) => !keysInUse.has(id));
    if (drop.length > 0) await changeServerKeys(config.dataDir, { drop });
    console.log(
      `${resealed} secrets are sealed with the new key ${ring.current}.${drop.length > 0 ? ` Dropped: ${drop.join(', ')}.` : ''}`,
    );
    if (sessions)
      console.log('All access tokens are void. Browsers and apps with a refresh token get new ones; everybody else has to sign in again.');
    for (const { table, column, count } of lost) {
      console.error(
        `${count} values of ${table}.${column} cannot be opened by any key. They were left as they are; enter those secrets again.`,
      );
    }
    return lost.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}
