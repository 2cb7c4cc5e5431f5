import { isIntegrationError, type PluginInstance } from '@lectern/plugin-api';
import type { AudnexusClient } from './audnexus-client.js';
import type { StoreClient } from './client.js';
import { findRegion } from './regions.js';
import type { Settings } from './settings.js';

/** Asks the default region for one book. Audnexus is optional, so its absence is a remark and not a failure. */
export function createCheck(settings: Settings, store: StoreClient, audnexus: AudnexusClient | undefined): PluginInstance['check'] {
  return async ({ signal }) => {
    const region = findRegion(settings.region);
    await store.ping({ region: region.id, signal });
    const details = [`The catalogue of ${region.name} answers.`];
    if (audnexus) {
      try {
        await audnexus.ping(signal);
        details.push('Audnexus answers.');
      } catch (error) {
        if (signal.aborted || !isIntegrationError(error) || error.code === 'INTEGRATION_MISCONFIGURED') throw error;
        details.push(`Audnexus does not answer, so details that only it knows are missing: ${error.message}`);
      }
    }
    return { ok: true, details };
  };
}
