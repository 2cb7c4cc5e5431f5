import { buildApp } from '../app.js';
import { loadConfig, type Config } from '../platform/config/config.js';
import { sentence } from '../platform/words/index.js';
import { guardAgainstCrashes, keepDeathNote, takeDeathNotes, watchLoop } from '../plugin-host/index.js';
import { lockSqliteDataDir } from './lock-sqlite-data-dir.js';
import { writeServerMark } from './server-mark.js';

/** Milliseconds in which a stopped server writes what is left of its output. */
const LAST_WORDS_MS = 1_000;

/** A timer or a socket that a plugin left behind keeps a stopped server from ending by itself. */
function endAnyway(): void {
  setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
}

/** Runs the server until it is asked to stop. @returns the exit code */
export async function serve(env: NodeJS.ProcessEnv): Promise<number> {
  const config = loadConfig(env);
  const unlock = await lockSqliteDataDir(config);
  try {
    return await serveLocked(config);
  } finally {
    await unlock();
  }
}

async function serveLocked(config: Config): Promise<number> {
  const built = await buildApp(config);
  const { host, crashRecords, log, redactor } = built.services;
  const blame = {
    attribute: (error: unknown) => host.attribute(error),
    versionOf: (id: string) => host.plugin(id)?.version ?? 'unknown',
  };
  // before any code of a plugin is read
  const unguard = guardAgainstCrashes({
    ...blame,
    records: crashRecords,
    redact: (text) => redactor.redact(text),
    onCrash: (error, plugin) => log.fatal({ err: error, plugin }, 'the server cannot go on'),
  });
  // registered before the start, so that a signal during the start also ends it properly; a second signal ends it at once
  const signalled = new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(name));
  });
  for (const { pluginId, at } of takeDeathNotes(config.dataDir, config.databaseUrl === undefined)) {
    crashRecords.add({ pluginId, version: 'unknown', at, message: sentence('plugin_problem.died') });
  }
  const note = config.safeMode ? undefined : keepDeathNote(config.dataDir);
  const unwatch = note && watchLoop({ ...blame, dataDir: config.dataDir, deathNote: note.path });
  const unmark = await writeServerMark(config.dataDir, config.role);
  try {
    const app = await built.start().catch(async (error: unknown) => {
      await built.close().catch(() => undefined);
      throw error;
    });
    const isWorker = config.role === 'worker';
    // setup runs at a process that serves pages, which has its own token
    const token = isWorker ? undefined : await app.setupToken();
    const setup = token === undefined ? '' : `\nIt is not set up yet. Open that address and enter the setup token.\nSetup token: ${token}`;
    // printed at once, so that whoever finds the address finds the token beside it
    const rest = isWorker ? '\nThis process runs jobs and serves only /api/health, /api/version and /metrics.' : '';
    const address = config.basePath === '' ? app.url : `${app.url}${config.basePath}/`;
    console.log(`Lectern is at ${address}${setup}${rest}${config.safeMode ? '\nSafe mode is on: no plugin runs.' : ''}`);
    log.info({ signal: await signalled }, 'stopping');
    await app.stop();
    return 0;
  } finally {
    unguard();
    note?.close();
    await unwatch?.();
    await unmark();
    endAnyway();
  }
}
