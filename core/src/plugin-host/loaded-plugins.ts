import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { sentence, type PluginWordsRegistry } from '../platform/words/index.js';
import { attributeError } from './attribution.js';
import { incompatible, isCompatible } from './compat.js';
import { discoveredId, discoverPlugins, type DiscoveredPlugin, type ExpectedPlugin } from './discovery.js';
import { describePackage, PluginError } from './errors.js';
import { loadPlugin, type LoadedPlugin, type LoaderOptions } from './loader.js';
import type { Logger } from './ports.js';

/** Decisions of admins, and what is installed. They are read at every load. */
export interface PluginDecisions {
  readonly isQuarantined?: (pluginId: string) => boolean;
  /** False for disabled plugins. Their code is not even read. */
  readonly isEnabled?: (pluginId: string) => boolean;
  /** Loads a plugin although its range of the plugin API does not fit. */
  readonly ignoresCompatibility?: (pluginId: string) => boolean;
  /** The version of an installed plugin that is in use. Without a record, it is the highest that was put there by hand. */
  readonly activeVersion?: (pluginId: string) => string | undefined;
  /** The plugins that should be installed, whether or not their code is there. */
  readonly expected?: () => readonly ExpectedPlugin[];
}

export interface LoadedPluginsDeps extends PluginDecisions {
  readonly logger: Logger;
  readonly words?: Pick<PluginWordsRegistry, 'set'>;
  readonly dataDir: string;
  readonly pluginRoots: readonly string[];
  readonly safeMode?: boolean;
  readonly importMs: number;
  /** Runs an import and detects changes to built-in objects. */
  readonly importing?: LoaderOptions['importing'];
  readonly look?: LoaderOptions['look'];
}

/** All plugins, with as much of each as could be read. */
export interface LoadedPlugins {
  load(): Promise<void>;
  /**
   * Looks for one plugin again. Running code is not replaced by another version without a restart, unless `replace` says
   * that the running version is gone.
   */
  refresh(id: string, options?: { readonly replace?: boolean }): Promise<void>;
  get(id: string): LoadedPlugin | undefined;
  all(): readonly LoadedPlugin[];
  attribute(error: unknown): string | undefined;
}

/** Why the code of a plugin may not run, if it may not. */
function blocked(deps: LoadedPluginsDeps, plugin: LoadedPlugin): PluginError | undefined {
  if (deps.isEnabled?.(plugin.id) === false)
    return new PluginError('PLUGIN_DISABLED', sentence('plugin_problem.disabled', { package: describePackage(plugin) }));
  if (deps.isQuarantined?.(plugin.id))
    return new PluginError('PLUGIN_QUARANTINED', sentence('plugin_problem.quarantined', { package: describePackage(plugin) }));
  const api = plugin.manifest?.api;
  // its code may already be in the process, because an admin once allowed it to run
  if (api !== undefined && !isCompatible(api) && deps.ignoresCompatibility?.(plugin.id) !== true) return incompatible(plugin, api);
  return undefined;
}

export function createLoadedPlugins(deps: LoadedPluginsDeps): LoadedPlugins {
  const plugins = new Map<string, LoadedPlugin>();
  /** Loaded plugins by directory. Code stays in the process, whatever happens to its plugin. */
  const code = new Map<string, LoadedPlugin>();
  /** The directory of the code that a plugin runs in this process. */
  const running = new Map<string, string>();
  /** Directories of plugins, for attributing stack frames. They are known before their code runs. */
  const owners = new Map<string, string>();
  let queue: Promise<unknown> = Promise.resolve();

  async function read(found: DiscoveredPlugin, id: string, replace: boolean): Promise<LoadedPlugin> {
    const dir = await realpath(found.dir).catch(() => found.dir);
    const codeDir = running.get(id);
    const old = codeDir !== undefined && codeDir !== dir && !replace ? code.get(codeDir) : code.get(dir);
    const isBlocked = deps.isEnabled?.(id) === false || deps.isQuarantined?.(id) === true;
    const loaded =
      old ??
      (await loadPlugin(found, {
        importTimeoutMs: deps.importMs,
        safeMode: deps.safeMode === true || isBlocked,
        ignoreCompatibility: deps.ignoresCompatibility?.(id) ?? false,
        importing: deps.importing,
        look: deps.look,
      }));
    if (loaded.definition) {
      code.set(loaded.dir, loaded);
      running.set(id, loaded.dir);
    }
    const error = blocked(deps, loaded);
    const known = { ...loaded, insteadOf: found.insteadOf };
    return error ? { ...known, definition: undefined, error: loaded.error ?? error } : known;
  }

  function note(plugin: LoadedPlugin): void {
    plugins.set(plugin.id, plugin);
    deps.words?.set(plugin.id, plugin.messages);
    const fields = { plugin: plugin.id, package: plugin.packageName, version: plugin.version };
    if (plugin.messageFaults)
      deps.logger.warn({ ...fields, faults: plugin.messageFaults.slice(0, 20) }, 'translations of a plugin are left out');
    if (plugin.insteadOf !== undefined)
      deps.logger.info({ ...fields, insteadOf: plugin.insteadOf }, 'an installed plugin serves instead of the one that comes with Lectern');
    if (!plugin.error) deps.logger.info(fields, 'plugin loaded');
    else if (plugin.error.code === 'PLUGIN_DISABLED') deps.logger.info(fields, 'plugin is switched off');
    else deps.logger.error({ ...fields, code: plugin.error.code, err: plugin.error }, 'a plugin cannot be loaded');
  }

  async function discover(): Promise<DiscoveredPlugin[]> {
    const { pluginRoots, activeVersion, expected } = deps;
    const found = await discoverPlugins({
      pluginRoots,
      activeVersion,
      expected: expected?.() ?? [],
      installedDir: join(deps.dataDir, 'plugins'),
    });
    for (const one of found) {
      const dir = one.root ?? one.dir;
      owners.set(await realpath(dir).catch(() => dir), discoveredId(one));
    }
    return found;
  }

  /** Refreshes run one after another, because two of them must not import a plugin twice. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  }

  return {
    load: () =>
      inTurn(async () => {
        try {
          const found = await discover();
          for (const plugin of await Promise.all(found.map((one) => read(one, discoveredId(one), false)))) note(plugin);
        } catch (error) {
          deps.logger.error({ err: error }, 'looking for plugins failed');
        }
      }),
    refresh: (id, { replace = false } = {}) =>
      inTurn(async () => {
        const found = (await discover()).find((one) => discoveredId(one) === id);
        if (found) return note(await read(found, id, replace));
        plugins.delete(id);
        deps.words?.set(id, undefined);
        running.delete(id);
      }),
    get: (id) => plugins.get(id),
    all: () => [...plugins.values()],
    attribute: (error) =>
      attributeError(
        error,
        [...owners].map(([dir, id]) => ({ dir, id })),
      )?.id,
  };
}
