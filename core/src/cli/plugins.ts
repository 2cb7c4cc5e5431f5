import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildApp } from '../app.js';
import type { Cradle } from '../app/cradle.js';
import { readPluginRecords } from '../features/plugins/index.js';
import { loadConfig } from '../platform/config/config.js';
import { ApiError } from '../platform/http/problem.js';
import { inEnglish, type Said } from '../platform/words/index.js';
import { InstallError, splitSpec } from '../plugin-host/index.js';
import { describePlugins } from './describe-plugins.js';
import { serverState } from './server-mark.js';

const USAGE = `Usage: lectern plugins <command>

  list [--json]                       list the plugins and their state
  install <name[@version or range] | file.tgz>  install from the registry, or from a file
  update <id> [version]               change to this version, or to the newest one made for this server
  rollback <id>                       go back to the previous version
  remove <id> [--with-settings]       remove the plugin and its code; its integrations stay unless you ask
  enable <id> | disable <id>          enable or disable a plugin
  release <id>                        let a plugin in quarantine start again

  --allow-incompatible   install or update even if the plugin is made for another plugin API
  --force                remove even if a server seems to be running`;

const ACTOR = { name: 'command line' };

interface Options {
  readonly json: boolean;
  readonly withSettings: boolean;
  readonly allowIncompatible: boolean;
  readonly force: boolean;
}

type Command = (services: Cradle, subject: string, rest: string | undefined, options: Options, signal: AbortSignal) => Promise<string>;

const progress = ({ message }: { readonly message: Said }): void => console.error(inEnglish(message));

/** Each command returns a sentence that says what it did. */
const COMMANDS: Readonly<Record<string, Command>> = {
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

function readArguments(args: readonly string[]): { readonly words: readonly string[]; readonly options: Options } {
  const flag = { type: 'boolean', default: false } as const;
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: flag, 'with-settings': flag, 'allow-incompatible': flag, force: flag },
  });
  const { json, force } = values;
  return {
    words: positionals,
    options: { json, force, withSettings: values['with-settings'], allowIncompatible: values['allow-incompatible'] },
  };
}

async function run(services: Cradle, words: readonly string[], options: Options): Promise<number> {
  const [name = 'list', subject, rest] = words;
  await readPluginRecords(services);
  await services.host.load();
  if (name === 'list') {
    console.log(describePlugins(services, options.json));
    return 0;
  }
  const command = COMMANDS[name];
  if (!command || subject === undefined) {
    console.error(USAGE);
    return 2;
  }
  const abort = new AbortController();
  const cancel = (): void => abort.abort();
  process.once('SIGINT', cancel);
  try {
    console.log(await command(services, subject, rest, options, abort.signal));
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
 * @returns the exit code: 1 when it was refused or failed, 2 when the command was not understood
 */
export async function plugins(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<number> {
  let read: ReturnType<typeof readArguments>;
  try {
    read = readArguments(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  const app = await buildApp(loadConfig({ ...env, LECTERN_LOG_LEVEL: 'silent', LECTERN_SAFE_MODE: 'true' }), { besideServer: true });
  try {
    return await run(app.services, read.words, read.options);
  } finally {
    await app.close();
  }
}
