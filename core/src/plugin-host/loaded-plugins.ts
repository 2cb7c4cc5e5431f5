import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { attributeError } from './attribution.js';
import { incompatible, isCompatible } from './compat.js';
import { discoveredId, discoverPlugins, type DiscoveredPlugin, type ExpectedPlugin } from './discovery.js';
import { describePackage, PluginError } from './errors.js';
import { loadPlugin, type LoadedPlugin, type LoaderOptions } from './loader.js';
import type { Logger } from './ports.js';

/** What an admin has decided and what is installed; asked at every load. */
export interface PluginDecisions {
  readonly isQuarantined?: (pluginId: string) => boolean;
  /** False for plugins that are switched off as a whole: their code is not even read. */
  readonly isEnabled?: (pluginId: string) => boolean;
  /** Loads a plugin although its range of the plugin API does not fit. */
  readonly ignoresCompatibility?: (pluginId: string) => boolean;
  /** Version of an installed plugin that is in use; of one without a record the highest that was put there by hand. */
  readonly activeVersion?: (pluginId: string) => string | undefined;
  /** What has to be there, whether its code is or not. */
  readonly expected?: () => readonly ExpectedPlugin[];
}

export interface LoadedPluginsDeps extends PluginDecisions {
  readonly logger: Logger;
  readonly dataDir: string;
  readonly pluginRoots: readonly string[];
  readonly safeMode?: boolean;
  readonly importMs: number;
  /** Runs an import, comparing what it may have changed. */
  readonly importing?: LoaderOptions['importing'];
}

/** The plugins there are, with as much of each as could be had. */
export interface LoadedPlugins {
  load(): Promise<void>;
  /**
   * Looks for one plugin again. Code that runs is not exchanged for another version: that takes a restart, unless
   * `replace` says that the running version is gone.
   */
  refresh(id: string, options?: { readonly replace?: boolean }): Promise<void>;
  get(id: string): LoadedPlugin | undefined;
  all(): readonly LoadedPlugin[];
  attribute(error: unknown): string | undefined;
}

export function createLoadedPlugins(deps: LoadedPluginsDeps): LoadedPlugins {
  const plugins = new Map<string, LoadedPlugin>();
  /** By directory: code stays in the process whatever becomes of its plugin. */
  const code = new Map<string, LoadedPlugin>();
  /** Directory whose code a plugin runs in this process. */
  const running = new Map<string, string>();
  /** Directories that frames of a stack may lie in, known before any code of them runs. */
  const owners = new Map<string, string>();
  let queue: Promise<unknown> = Promise.resolve();

  function blocked(plugin: LoadedPlugin): PluginError | undefined {
    if (deps.isEnabled?.(plugin.id) === false) return new PluginError('PLUGIN_DISABLED', `${describePackage(plugin)} is switched off.`);
    if (deps.isQuarantined?.(plugin.id)) return new PluginError('PLUGIN_QUARANTINED', `${describePackage(plugin)} is in quarantine.`);
    const api = plugin.manifest?.api;
    // its code may be in the process, from when an admin let it run all the same
    if (api !== undefined && !isCompatible(api) && deps.ignoresCompatibility?.(plugin.id) !== true) return incompatible(plugin, api);
    return undefined;
  }

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
      }));
    if (loaded.definition) {
      code.set(loaded.dir, loaded);
      running.set(id, loaded.dir);
    }
    const error = blocked(loaded);
    return error ? { ...loaded, definition: undefined, error: loaded.error ?? error } : loaded;
  }

  function note(plugin: LoadedPlugin): void {
    plugins.set(plugin.id, plugin);
    const fields = { plugin: plugin.id, package: plugin.packageName, version: plugin.version };
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

  /** One after another: two refreshes of a plugin must not import it twice. */
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
