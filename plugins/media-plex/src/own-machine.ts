import { isIntegrationError } from '@lectern/plugin-api';
import type { Call, PluginStorage } from '@lectern/plugin-api';
import { normalizeBaseUrl } from './base-url.js';
import type { PlexClient } from './client.js';
import { fault } from './fault.js';

/** Returns the id of the configured server. */
export type OwnMachine = (call: Call) => Promise<string>;

export interface OwnMachineDeps {
  readonly client: Pick<PlexClient, 'identity'>;
  readonly storage: PluginStorage;
  readonly baseUrl: string;
}

/** The id of our server. While the server does not answer, the last known one, so that people can still sign in and links still lead there. */
export function createOwnMachine({ client, storage, baseUrl }: OwnMachineDeps): OwnMachine {
  return async (call) => {
    const key = `machine:${normalizeBaseUrl(baseUrl, 'baseUrl')}`;
    try {
      const identity = await client.identity(call);
      if (!identity) throw fault('INTEGRATION_BAD_RESPONSE', 'not_plex');
      await storage.set(key, identity.machineId);
      return identity.machineId;
    } catch (error) {
      const known = isIntegrationError(error) && error.code === 'INTEGRATION_UNAVAILABLE' ? await storage.get<string>(key) : undefined;
      if (typeof known !== 'string') throw error;
      return known;
    }
  };
}
