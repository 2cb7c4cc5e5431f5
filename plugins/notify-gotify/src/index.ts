import { definePlugin } from '@lectern/plugin-api';
import { createGotifyClient } from './client.js';
import { compose } from './compose.js';
import { detail } from './detail.js';
import type { GotifySettings } from './settings.js';

export default definePlugin<GotifySettings>({
  create({ http, settings }) {
    const client = createGotifyClient(http, settings);
    return {
      provides: { notifier: { send: (message, { signal }) => client.send(compose(message, settings), signal) } },
      async check({ signal }) {
        const version = await client.version(signal);
        await client.mustKnowToken(signal);
        return { ok: true, details: [detail('application_known', { version })] };
      },
    };
  },
});
