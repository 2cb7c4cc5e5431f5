import {
  IntegrationError,
  isIntegrationError,
  type Downloadable,
  type Indexer,
  type ProviderKind,
  type Release,
} from '@lectern/plugin-api';
import type { BoundProvider, PluginHost } from '../../plugin-host/index.js';
import { OWN_RELEASES_ID } from '../search/index.js';
import type { OwnReleaseStore } from './own-release-store.js';

/** What stands in the place of an indexer's name. */
export const OWN_RELEASE_SOURCE = 'Own release';

async function handOut(store: Pick<OwnReleaseStore, 'read'>, { title, infoHash, private: hidden }: Release): Promise<Downloadable> {
  const { kept, kind } = hidden;
  const bytes = typeof kept === 'string' ? await store.read(kept) : undefined;
  if (!bytes) {
    throw new IntegrationError('INTEGRATION_NOT_FOUND', 'what was brought for it is not kept any more; bring it again', {
      blame: OWN_RELEASE_SOURCE,
    });
  }
  if (kind === 'nzb') return { kind, bytes, name: title };
  if (kind === 'magnet') return { kind, uri: bytes.toString('utf8'), ...(infoHash === undefined ? {} : { infoHash }) };
  return { kind: 'torrent', bytes, infoHash: infoHash ?? '' };
}

/** Hands out what people brought, as an indexer that finds nothing. */
function bindSource(store: Pick<OwnReleaseStore, 'read'>): BoundProvider<'indexer'> {
  const source: Indexer = {
    protocols: ['torrent', 'usenet'],
    search: async () => ({ releases: [], sources: [] }),
    resolve: (release) => handOut(store, release),
  };
  return {
    integrationId: OWN_RELEASES_ID,
    pluginId: OWN_RELEASES_ID,
    name: OWN_RELEASE_SOURCE,
    priority: Number.MAX_SAFE_INTEGER,
    async call(what, fn, options) {
      const signal = options?.signal ?? new AbortController().signal;
      try {
        return await fn(source, { signal });
      } catch (error) {
        if (isIntegrationError(error)) throw error;
        throw new IntegrationError('INTEGRATION_UNAVAILABLE', `${OWN_RELEASE_SOURCE} could not ${what}.`, { cause: error });
      }
    },
  };
}

/** A plugin host that also knows who hands out what people brought. No search asks it, since it is not among the indexers. */
export function withOwnReleases(host: PluginHost, store: () => Pick<OwnReleaseStore, 'read'>): PluginHost {
  return {
    ...host,
    provider<K extends ProviderKind>(kind: K, integrationId: string) {
      const isOwn = kind === 'indexer' && integrationId === OWN_RELEASES_ID;
      return isOwn ? (bindSource(store()) as unknown as BoundProvider<K>) : host.provider(kind, integrationId);
    },
  };
}
