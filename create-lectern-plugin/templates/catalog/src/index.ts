import { definePlugin } from '@lectern/plugin-api';
import { createClient } from './client.js';
import { createCatalog } from './catalog.js';
import type { Settings } from './settings.js';

export default definePlugin<Settings>({
  create(ctx) {
    const client = createClient(ctx.http, ctx.settings);
    return {
      provides: { catalog: createCatalog(client) },
      check: async ({ signal }) => ({ ok: true, version: await client.version(signal) }),
    };
  },
});
