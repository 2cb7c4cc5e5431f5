import { definePlugin } from '@lectern/plugin-api';
import { createNtfyClient } from './client.js';
import { compose } from './compose.js';
import type { NtfySettings } from './settings.js';

export default definePlugin<NtfySettings>({
  create({ http, settings }) {
    const client = createNtfyClient(http, settings);
    return {
      provides: { notifier: { send: (message, { signal }) => client.publish(compose(message, settings), signal) } },
      async check({ signal }) {
        await client.health(signal);
        const details = (await client.mayRead(signal))
          ? ['The topic is there.']
          : ['The topic cannot be read with these settings. Send a test message to see whether it can be written to.'];
        return { ok: true, details };
      },
    };
  },
});
