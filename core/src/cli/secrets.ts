import { parseArgs } from 'node:util';
import { entities } from '../app/entities.js';
import { openServerDatabase } from '../app/open-server-database.js';
import { loadConfig, type Config } from '../platform/config/config.js';
import { changeServerKeys, loadServerKeys } from '../platform/security/key-file.js';
import { reseal } from '../platform/security/reseal.js';
import { createSecretBox } from '../platform/security/secret-box.js';
import { lockSqliteDataDir } from './lock-sqlite-data-dir.js';
import { serverState } from './server-mark.js';

/**
 * Seals all stored secrets with a new key and drops the keys that seal nothing any more. With `--sessions` access tokens
 * get a new key as well. The server must be stopped: one that runs goes on sealing with the key it knows.
 *
 * @returns the exit code
 */
export async function rotateSecrets(env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { sessions: { type: 'boolean', default: false }, stopped: { type: 'boolean', default: false } },
  });
  const { sessions, stopped } = values;
  const config = loadConfig(env);
  const server = await serverState(config.dataDir);
  if (server === 'up') {
    console.error('The server is running. Stop it first; it would go on sealing with the old key.');
    return 1;
  }
  if (server === 'unknown' && !stopped) {
    console.error('A server on another machine or in another container may be running. Stop it, then say so: --stopped');
    return 1;
  }
  if (config.keys !== undefined) {
    console.error(
      'The keys come from LECTERN_KEYS, which cannot be written from here. Take it out, put its content into keys.json of the data directory, and rotate there.',
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
    if (sessions) console.log('Everybody has to sign in again, or is signed in anew by their refresh token.');
    for (const { table, column, count } of lost) {
      console.error(
        `${count} values of ${table}.${column} could not be opened by any key. They stay as they are; enter those secrets again.`,
      );
    }
    return lost.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}
