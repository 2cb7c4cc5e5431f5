import { gt, prerelease, valid } from 'semver';
import { InstallError, type Registry } from '../../plugin-host/index.js';

/** The package whose newest version is that of the server. */
const SERVER_PACKAGE = '@lectern/core';
const KEPT_MS = 12 * 3_600_000;
/** An unreachable registry is not asked by everybody who opens a page. */
const FAILED_MS = 600_000;

/** Which version of the server runs, and whether there is a newer one. */
export interface ServerUpdate {
  readonly current: string;
  /** The newest release, if it is newer. */
  readonly available?: string;
  /** Absent: nobody has asked. */
  readonly checkedAt?: string;
}

export interface ServerUpdateDeps {
  readonly registry: Pick<Registry, 'versions'>;
  /** Whether the registry may be asked at all. */
  readonly isAllowed: boolean;
  readonly version: string;
  readonly now: () => Date;
}

/** Asks the registry of plugins which version of the server is the newest, at most twice a day. It sends nothing of this server. */
export function createServerUpdate({ registry, isAllowed, version, now }: ServerUpdateDeps) {
  let kept: { readonly until: number; readonly latest: string | undefined; readonly at: string } | undefined;

  let underWay: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const time = now().getTime();
    const at = now().toISOString();
    try {
      const { latest } = await registry.versions(SERVER_PACKAGE);
      kept = { until: time + KEPT_MS, latest, at };
    } catch (error) {
      if (!(error instanceof InstallError)) throw error;
      kept = { until: time + FAILED_MS, latest: kept?.latest, at: kept?.at ?? at };
    }
  }

  return async function check(): Promise<ServerUpdate> {
    if (!isAllowed) return { current: version };
    // once for all who wait, also when one of them leaves
    if (!kept || now().getTime() >= kept.until) await (underWay ??= ask().finally(() => (underWay = undefined)));
    // a registry may call anything the latest
    const latest = valid(kept?.latest);
    const isNewer = latest !== null && prerelease(latest) === null && gt(latest, version);
    return { current: version, ...(isNewer ? { available: latest } : {}), ...(kept ? { checkedAt: kept.at } : {}) };
  };
}
