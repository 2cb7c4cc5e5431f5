import { definePlugin, type CheckDetail } from '@lectern/plugin-api';
import { createHardcoverClient } from './client.js';
import { detail } from './detail.js';
import { createRateLimit } from './rate-limit.js';
import type { HardcoverSettings } from './settings.js';
import { listShelves } from './shelf-choices.js';
import { createShelfProvider } from './shelf-provider.js';
import { bareToken, expiryOf } from './token.js';

export default definePlugin<HardcoverSettings>({
  create(ctx) {
    const { http, settings } = ctx;
    const limit = createRateLimit(() => ctx.now());
    const client = createHardcoverClient(http, settings.token, limit);
    const shelfProvider = createShelfProvider(client, settings.shelf);

    function describeExpiry(): CheckDetail {
      const expiry = expiryOf(bareToken(settings.token));
      return expiry === undefined
        ? detail('token_may_expire')
        : detail('token_ends', { day: { at: new Date(expiry).toISOString().slice(0, 10) } });
    }

    return {
      provides: { shelfProvider },
      async check({ signal }) {
        const { username } = await client.me(signal);
        const { name, count } = await shelfProvider.describe({ signal });
        const holds = count === 1 ? detail('shelf_holds_one', { name }) : detail('shelf_holds', { name, count });
        return { ok: true, details: [detail('signed_in_as', { username }), holds, describeExpiry()] };
      },
      choices: {
        shelves: ({ signal, draft }) =>
          listShelves(createHardcoverClient(http, typeof draft.token === 'string' ? draft.token : settings.token, limit), signal),
      },
    };
  },
});
