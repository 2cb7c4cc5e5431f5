import { definePlugin } from '@lectern/plugin-api';
import { check } from './check.js';
import { createClient } from './client.js';
import { createMediaServer } from './media-server.js';
import type { Settings } from './settings.js';

export default definePlugin<Settings>({
  create(ctx) {
    const client = createClient(ctx.http, ctx.settings);
    return {
      provides: { mediaServer: createMediaServer(client) },
      check: (call) => check(client, call),
    };
  },
});
