import { readFile } from 'node:fs/promises';
import { buildApp } from '../app.js';
import type { Cradle } from '../app/cradle.js';
import { readPluginRecords } from '../features/plugins/index.js';
import { loadConfig } from '../platform/config/config.js';
import { ApiError } from '../platform/http/problem.js';
import { inEnglish, type Said } from '../platform/words/index.js';
import { InstallError, splitSpec } from '../plugin-host/index.js';
import type { Typed } from './typed.js';
import { describePlugins } from './describe-plugins.js';
import { serverState } from './server-mark.js';

const ACTOR = { name: 'command line' };

interface Options {
  readonly json: boolean;
  readonly withSettings: boolean;
  readonly allowIncompatible: boolean;
  readonly force: boolean;
}

type Work = (services: Cradle, subject: string, rest: string | undefined, options: Options, signal: AbortSignal) => Promise<string>;

const progress = ({ message }: { readonly message: Said }): void => console.error(inEnglish(message));

/** Each returns a sentence that says what it did. */
const WORK: Readonly<Record<string, Work>> = {
  async install({ pluginManager }, subject, _rest, { allowIncompatible }, signal) {
    const isFile = /\.(?:tgz|tar\.gz)$/.test(subject);
    const source = isFile
      ? ({ kind: 'upload', tarball: await readFile(subject) } as const)
      : ({ kind: 'registry', ...splitSpec(subject) } as const);
    const installed = await pluginManager.install(source, ACTOR, { signal, progress, allowIncompatible: allowIncompatible || undefined });
    return `${installed.id}: ${installed.name} ${installed.version} is installed.`;
  },
  async update({ pluginManager }, id, version, { allowIncompatible }, signal) {
    const choices = { signal, progress, allowIncompatible: allowIncompatible || undefined };
    const installed = await pluginManager.update(id, version, ACTOR, choices);
    return `${id}: ${installed.version} is installed.`;
  },
  async rollback({ pluginManager }, id, _rest, _options, signal) {
    const { installed } = await pluginManager.rollback(id, ACTOR, { signal, progress });
    return `${id}: ${installed?.version} is in use again.`;
  },
  async remove({ pluginManager, config }, id, _rest, { withSettings, force }) {
    const state = await serverState(config.dataDir);
    if (state === 'up' && !force)
      throw new Refusal(
        'The server is running and may use its code. Stop it first, or remove the plugin in Admin → Plugins. If it is not running, add --force.',
      );
    if (state === 'unknown' && !force) {
      throw new Refusal(
        'A server on another machine or in another container may be running on this data directory. If none is, add --force.',
      );
    }
    await pluginManager.remove(id, { settings: withSettings }, ACTOR);
    return `${id} was removed.${withSettings ? ' So were its integrations.' : ' Its integrations stay.'}`;
  },
  async enable({ pluginManager }, id) {
    await pluginManager.change(id, { enabled: true }, ACTOR);
    return `${id} is enabled.`;
  },
  async disable({ pluginManager }, id) {
    await pluginManager.change(id, { enabled: false }, ACTOR);
    return `${id} is disabled.`;
  },
  async release({ pluginManager }, id) {
    await pluginManager.release(id, ACTOR);
    return `${id} is out of quarantine.`;
  },
};

/** The command was understood, but is refused. */
class Refusal extends Error {
  override readonly name = 'Refusal';
}

function isExpected(error: unknown): error is Error {
  return error instanceof InstallError || error instanceof ApiError || error instanceof Refusal;
}

async function run(services: Cradle, name: string, [subject = '', rest]: readonly string[], options: Options): Promise<number> {
  await readPluginRecords(services);
  await services.host.load();
  const work = WORK[name];
  if (!work) {
    console.log(describePlugins(services, options.json));
    return 0;
  }
  const abort = new AbortController();
  const cancel = (): void => abort.abort();
  process.once('SIGINT', cancel);
  try {
    console.log(await work(services, subject, rest, options, abort.signal));
    if ((await serverState(services.config.dataDir)) !== 'down')
      console.log('If the server is running, restart it: the change applies only then.');
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    process.off('SIGINT', cancel);
  }
}

/**
 * Manages plugins without running any of them, so that it works even when a plugin keeps the server from starting.
 *
 * @param name of the command in its group; `list` for any other
 * @returns the exit code: 1 when it was refused or failed
 */
export async function plugins(env: NodeJS.ProcessEnv, name: string, { values, words }: Typed): Promise<number> {
  const app = await buildApp(loadConfig({ ...env, LECTERN_LOG_LEVEL: 'silent', LECTERN_SAFE_MODE: 'true' }), { besideServer: true });
  const isSet = (option: string): boolean => values[option] === true;
  const options: Options = {
    json: isSet('json'),
    withSettings: isSet('with-settings'),
    allowIncompatible: isSet('allow-incompatible'),
    force: isSet('force'),
  };
  try {
    return await run(app.services, name, words, options);
  } finally {
    await app.close();
  }
}
