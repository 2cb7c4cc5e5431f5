import { definePlugin } from '@lectern/plugin-api';
import { listCategoryChoices } from './category-choices.js';
import { checkSabnzbd } from './check.js';
import { createSabnzbdClient } from './client.js';
import { createDownloadClient } from './download-client.js';
import type { SabnzbdSettings } from './settings.js';

export default definePlugin<SabnzbdSettings>({
  create(ctx) {
    const client = createSabnzbdClient(ctx.http, ctx.settings);
    return {
      provides: { downloadClient: createDownloadClient(client, ctx) },
      check: (call) => checkSabnzbd(client, ctx.settings, call),
      choices: { categories: (request) => listCategoryChoices(ctx, request) },
    };
  },
});
