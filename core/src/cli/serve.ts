import { startApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';

/** Runs the server until it is told to stop. @returns the exit code */
export async function serve(env: NodeJS.ProcessEnv): Promise<number> {
  const app = await startApp(loadConfig(env));
  const token = await app.setupToken();
  const setup = token === undefined ? '' : `\nIt is not set up yet. Open that address and enter the one-time token.\nSetup token: ${token}`;
  // in one piece: who reads the address finds the token beside it
  console.log(`Lectern is at ${app.url}${setup}`);
  process.once('uncaughtException', (error) => {
    // going on would be going on with unknown state; what was under way is durable and runs again
    app.log.fatal({ err: error, plugin: app.services.host.attribute(error) }, 'the server cannot go on');
    process.exit(1);
  });
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(name));
  });
  app.log.info({ signal }, 'stopping');
  await app.stop();
  return 0;
}
