import { definePlugin } from '@lectern/plugin-api';
import { listCategoryChoices } from './category-choices.js';
import { checkNzbget } from './check.js';
import { createNzbgetClient } from './client.js';
import { createDownloadClient } from './download-client.js';
import type { NzbgetSettings } from './settings.js';

export default definePlugin<NzbgetSettings>({
  create(ctx) {
    const client = createNzbgetClient(ctx.http, ctx.settings);
    return {
      provides: { downloadClient: createDownloadClient(client, ctx) },
      check: (call) => checkNzbget(client, ctx.settings, call),
      choices: { categories: (request) => listCategoryChoices(ctx, request) },
    };
  },
});
