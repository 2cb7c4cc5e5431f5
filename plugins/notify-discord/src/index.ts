import { definePlugin } from '@lectern/plugin-api';
import { createWebhookClient } from './client.js';
import { detail } from './detail.js';
import { createNotifier } from './notifier.js';
import { createRateLimit } from './rate-limit.js';
import type { DiscordSettings } from './settings.js';

export default definePlugin<DiscordSettings>({
  create(ctx) {
    const { http, settings, log } = ctx;
    const limit = createRateLimit(() => ctx.now());
    const client = createWebhookClient(http, settings, (response) => limit.observe(response));
    const notifier = createNotifier({ client, limit, settings, log });
    return {
      provides: { notifier },
      async check({ signal }) {
        const name = await client.describe(signal);
        notifier.revive();
        return { ok: true, details: [name === undefined ? detail('webhook_there') : detail('webhook_named', { name })] };
      },
    };
  },
});
