import { definePlugin } from '@lectern/plugin-api';
import { createNtfyClient } from './client.js';
import { compose } from './compose.js';
import { detail } from './detail.js';
import type { NtfySettings } from './settings.js';

export default definePlugin<NtfySettings>({
  create({ http, settings }) {
    const client = createNtfyClient(http, settings);
    return {
      provides: { notifier: { send: (message, { signal }) => client.publish(compose(message, settings), signal) } },
      async check({ signal }) {
        await client.health(signal);
        return { ok: true, details: [(await client.mayRead(signal)) ? detail('topic_there') : detail('topic_unreadable')] };
      },
    };
  },
});
