import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buildApp } from '../app.js';
import { readPluginRecords } from '../features/plugins/index.js';
import { gatherSupportBundle, supportBundleName } from '../features/support/index.js';
import { loadConfig } from '../platform/config/config.js';
import type { Typed } from './typed.js';

/**
 * Writes a support bundle. It has no log lines of a running server: only the bundle that is downloaded from the server
 * itself has those.
 *
 * @param typed the file to write; by default one in the current folder
 * @returns the exit code
 */
export async function support(env: NodeJS.ProcessEnv, { words }: Typed): Promise<number> {
  const app = await buildApp(loadConfig({ ...env, LECTERN_LOG_LEVEL: 'silent', LECTERN_SAFE_MODE: 'true' }), { besideServer: true });
  try {
    await readPluginRecords(app.services);
    await app.services.host.load();
    for (const definition of app.jobs()) app.services.jobs.define(definition);
    const bundle = await gatherSupportBundle(app.services);
    const file = resolve(words[0] ?? supportBundleName(bundle));
    await writeFile(file, JSON.stringify(bundle, null, 2), { mode: 0o600, flag: 'wx' });
    console.log(`Written to ${file}\nRead it before you pass it on: it contains paths and the addresses of your services, but no secrets.`);
    return 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    console.error(`${(error as NodeJS.ErrnoException).path} exists already.`);
    return 1;
  } finally {
    await app.close();
  }
}
