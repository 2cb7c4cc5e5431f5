import { definePlugin } from '@lectern/plugin-api';
import { createAudnexusClient } from './audnexus-client.js';
import { createCatalog } from './catalog.js';
import { createCheck } from './check.js';
import { createStoreClient } from './client.js';
import { createGentleHttp } from './gentle-http.js';
import { DEFAULT_SETTINGS, type Settings } from './settings.js';

export default definePlugin<Settings>({
  create(ctx) {
    const settings = { ...DEFAULT_SETTINGS, ...ctx.settings };
    const store = createStoreClient(createGentleHttp(ctx.http), settings.apiBaseUrl);
    const audnexus = settings.audnexusEnabled ? createAudnexusClient(ctx.http, settings.audnexusUrl) : undefined;
    return {
      provides: { catalog: createCatalog({ settings, log: ctx.log, now: () => ctx.now() }, store, audnexus) },
      check: createCheck(settings, store, audnexus),
    };
  },
});
