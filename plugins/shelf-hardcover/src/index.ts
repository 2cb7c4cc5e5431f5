import { definePlugin } from '@lectern/plugin-api';
import { createHardcoverClient } from './client.js';
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

    function expiryNote(): string {
      const expiry = expiryOf(bareToken(settings.token));
      return expiry === undefined
        ? 'The token may expire; a new one is needed then.'
        : `The token ends on ${new Date(expiry).toISOString().slice(0, 10)}.`;
    }

    return {
      provides: { shelfProvider },
      async check({ signal }) {
        const { username } = await client.me(signal);
        const { name, count } = await shelfProvider.describe({ signal });
        const books = count === 1 ? 'one book' : `${count} books`;
        return { ok: true, details: [`Signed in as ${username}.`, `“${name}” holds ${books}.`, expiryNote()] };
      },
      choices: {
        shelves: ({ signal, draft }) =>
          listShelves(createHardcoverClient(http, typeof draft.token === 'string' ? draft.token : settings.token, limit), signal),
      },
    };
  },
});
