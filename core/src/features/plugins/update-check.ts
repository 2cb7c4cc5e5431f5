import { gt } from 'semver';
import {
  chooseVersion,
  InstallError,
  isCompatible,
  type PublishedPackage,
  type PublishedVersion,
  type Registry,
} from '../../plugin-host/index.js';
import type { PluginStore } from './plugin-store.js';
import type { Sentence } from '../../platform/words/index.js';

/** A version newer than the installed one. */
export interface AvailableUpdate {
  readonly id: string;
  readonly version: string;
  /** Whether it is made for this plugin API. */
  readonly compatible: boolean;
}

export interface UpdateAnswer {
  readonly items: readonly AvailableUpdate[];
  /** The reason why the registry could not be queried. */
  readonly problem?: { readonly code: string; readonly message: Sentence };
  readonly checkedAt: string;
}

const KEPT_MS = 3_600_000;

/** Asks the registry for newer versions of packages installed from it, at most once an hour unless forced. */
export function createUpdateCheck({
  store,
  registry,
  now,
}: {
  readonly store: PluginStore;
  readonly registry: Registry;
  readonly now: () => Date;
}) {
  const kept = new Map<string, { readonly at: number; readonly published: PublishedPackage }>();

  async function newest(name: string, fresh: boolean, signal: AbortSignal | undefined): Promise<readonly (PublishedVersion | undefined)[]> {
    const known = kept.get(name);
    const isGood = known && !fresh && now().getTime() - known.at < KEPT_MS;
    const published = isGood ? known.published : await registry.versions(name, signal);
    if (!isGood) kept.set(name, { at: now().getTime(), published });
    const { latest, versions } = published;
    // one that runs here comes first; others are reported, too
    return [chooseVersion(published), versions.find(({ version }) => version === latest)];
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
        const offered = await newest(packageName, fresh, signal);
        const newer = offered.find((one) => one !== undefined && gt(one.version, installed.version));
        if (!newer) continue;
        const { version, api } = newer;
        items.push({ id, version, compatible: api === undefined || isCompatible(api) });
      } catch (error) {
        if (!(error instanceof InstallError)) throw error;
        problem = { code: error.code, message: error.said };
        // if one package is missing, others may exist; an unreachable registry is unreachable for all
        if (error.code !== 'INSTALL_NOT_FOUND') break;
      }
    }
    return { items, ...(problem ? { problem } : {}), checkedAt: now().toISOString() };
  };
}

export type UpdateCheck = ReturnType<typeof createUpdateCheck>;
