import { isIntegrationError, type DownloadClient, type ProviderKind } from '@lectern/plugin-api';
import { inEnglish, sentence, spokenError } from '../../platform/words/index.js';
import type { BoundProvider, PluginHost } from '../../plugin-host/plugin-host.js';
import { DIRECT_CLIENT } from '../lifecycle/direct-client.js';

/** The id of the server's own client, in place of an integration's. */
export const DIRECT_CLIENT_ID = 'direct';

/** Plugins' clients come first. */
const LAST = Number.MAX_SAFE_INTEGER;

function bindClient(client: () => DownloadClient): BoundProvider<'downloadClient'> {
  return {
    integrationId: DIRECT_CLIENT_ID,
    pluginId: DIRECT_CLIENT_ID,
    name: inEnglish(DIRECT_CLIENT),
    said: DIRECT_CLIENT,
    priority: LAST,
    async call(_what, fn, options) {
      const signal = options?.signal ?? new AbortController().signal;
      try {
        return await fn(client(), { signal });
      } catch (error) {
        if (isIntegrationError(error)) throw error;
        throw spokenError('INTEGRATION_UNAVAILABLE', sentence('fault.transfer_failed'), { cause: error });
      }
    },
  };
}

/**
 * A plugin host whose download clients include the server's own. It follows the same contract as all clients, so
 * callers need not know the difference.
 */
export function withDirectDownloads(host: PluginHost, client: () => DownloadClient): PluginHost {
  const own = bindClient(client);
  return {
    ...host,
    providers<K extends ProviderKind>(kind: K) {
      const all = host.providers(kind);
      return kind === 'downloadClient' ? [...all, own as unknown as BoundProvider<K>] : all;
    },
    provider<K extends ProviderKind>(kind: K, integrationId: string) {
      const isOwn = kind === 'downloadClient' && integrationId === DIRECT_CLIENT_ID;
      return isOwn ? (own as unknown as BoundProvider<K>) : host.provider(kind, integrationId);
    },
  };
}
