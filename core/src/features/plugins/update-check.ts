import { gt } from 'semver';
import { InstallError, isCompatible, type Registry } from '../../plugin-host/index.js';
import type { PluginStore } from './plugin-store.js';

/** A version that is newer than the one installed. */
export interface AvailableUpdate {
  readonly id: string;
  readonly version: string;
  /** Whether it is made for this plugin API. */
  readonly compatible: boolean;
}

export interface UpdateAnswer {
  readonly items: readonly AvailableUpdate[];
  /** Why the registry could not be asked. */
  readonly problem?: { readonly code: string; readonly message: string };
  readonly checkedAt: string;
}

const KEPT_MS = 3_600_000;

/** Asks the registry for newer versions of what was installed from it, at most once in an hour unless told to. */
export function createUpdateCheck({
  store,
  registry,
  now,
}: {
  readonly store: PluginStore;
  readonly registry: Registry;
  readonly now: () => Date;
}) {
  const kept = new Map<string, { readonly at: number; readonly version?: string; readonly api?: string }>();

  async function newest(
    name: string,
    fresh: boolean,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly version?: string; readonly api?: string }> {
    const known = kept.get(name);
    if (known && !fresh && now().getTime() - known.at < KEPT_MS) return known;
    const { latest, versions } = await registry.versions(name, signal);
    const published = versions.find(({ version }) => version === latest) ?? versions[0];
    const found = { at: now().getTime(), version: published?.version, api: published?.api };
    kept.set(name, found);
    return found;
  }

  return async function check({
    fresh = false,
    signal,
  }: { readonly fresh?: boolean; readonly signal?: AbortSignal } = {}): Promise<UpdateAnswer> {
    const items: AvailableUpdate[] = [];
    let problem: UpdateAnswer['problem'];
    for (const { id, packageName, installed } of store.list()) {
      if (installed?.source !== 'registry') continue;
      try {
        const { version, api } = await newest(packageName, fresh, signal);
        if (version === undefined || !gt(version, installed.version)) continue;
        items.push({ id, version, compatible: api === undefined || isCompatible(api) });
      } catch (error) {
        if (!(error instanceof InstallError)) throw error;
        problem = { code: error.code, message: error.message };
        // where one package cannot be asked for, others can; a registry that is away is away for all
        if (error.code !== 'INSTALL_NOT_FOUND') break;
      }
    }
    return { items, ...(problem ? { problem } : {}), checkedAt: now().toISOString() };
  };
}

export type UpdateCheck = ReturnType<typeof createUpdateCheck>;
