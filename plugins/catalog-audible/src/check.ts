import { isIntegrationError, type PluginInstance } from '@lectern/plugin-api';
import type { AudnexusClient } from './audnexus-client.js';
import type { StoreClient } from './client.js';
import { detail } from './detail.js';
import { findRegion } from './regions.js';
import type { Settings } from './settings.js';

/** Asks the default region for one book. Audnexus is optional, so its absence is a remark and not a failure. */
export function createCheck(settings: Settings, store: StoreClient, audnexus: AudnexusClient | undefined): PluginInstance['check'] {
  return async ({ signal }) => {
    const region = findRegion(settings.region);
    await store.ping({ region: region.id, signal });
    const asked = settings.apiBaseUrl.trim();
    const details = [detail('catalogue_answers', { host: asked === '' ? region.apiHost : new URL(asked).host })];
    if (audnexus) {
      try {
        await audnexus.ping(signal);
        details.push(detail('audnexus_answers'));
      } catch (error) {
        if (signal.aborted || !isIntegrationError(error) || error.code === 'INTEGRATION_MISCONFIGURED') throw error;
        details.push(detail('audnexus_missing', { reason: error }));
      }
    }
    return { ok: true, details };
  };
}
