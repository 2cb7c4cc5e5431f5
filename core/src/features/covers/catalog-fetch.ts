import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from '../../platform/http-client/guarded-fetch.js';
import { privateHost } from './private-hosts.js';

export interface CatalogFetchDeps {
  readonly userAgent: string;
  /** `host` or `host:port` entries that may be private. */
  readonly allowPrivateHosts: readonly string[];
  /** Hosts or addresses of running catalogue integrations, which may also be private. */
  readonly allowedHosts: () => readonly string[];
  readonly resolve?: GuardedFetchOptions['resolve'];
}

/** Makes what fetches the files that catalogues name: from public hosts, and from the catalogues themselves wherever they are. */
export function createCatalogFetch({ userAgent, allowPrivateHosts, allowedHosts, resolve }: CatalogFetchDeps): GuardedFetch {
  return createGuardedFetch({
    userAgent,
    allowPrivateHosts,
    resolve,
    allowedHosts: () => [{ host: '*', private: false }, ...allowedHosts().flatMap((entry) => privateHost(entry) ?? [])],
  });
}
