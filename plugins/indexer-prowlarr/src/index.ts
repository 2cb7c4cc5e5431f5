import { definePlugin } from '@lectern/plugin-api';
import { checkProwlarr } from './check.js';
import { createChoices } from './choices.js';
import { createProwlarrClient } from './client.js';
import { createIndexer } from './indexer.js';
import type { ProwlarrSettings } from './settings.js';

export default definePlugin<ProwlarrSettings>({
  create(ctx) {
    const client = createProwlarrClient(ctx.http, ctx.settings);
    return {
      provides: { indexer: createIndexer(ctx, client) },
      check: ({ signal }) => checkProwlarr(client, ctx.settings, signal),
      choices: createChoices(ctx),
    };
  },
});
