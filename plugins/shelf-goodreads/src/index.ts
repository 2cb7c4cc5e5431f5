import { definePlugin } from '@lectern/plugin-api';
import { createFeedClient } from './client.js';
import { parseProfile, shelfName } from './profile.js';
import type { GoodreadsSettings } from './settings.js';
import { listShelves } from './shelf-choices.js';
import { createShelfProvider } from './shelf-provider.js';

export default definePlugin<GoodreadsSettings>({
  create({ http, settings }) {
    const feedKey = settings.feedKey?.trim() || undefined;
    const clientOf = (profile: string) => createFeedClient(http, parseProfile(profile).userId, feedKey);
    // read on first use, so that Test reports a wrong address and the plugin still starts
    const { shelfProvider, firstPage } = createShelfProvider({ page: (...args) => clientOf(settings.profile).page(...args) }, () =>
      shelfName(settings.shelf, parseProfile(settings.profile)),
    );
    return {
      provides: { shelfProvider },
      async check({ signal }) {
        const { name, books } = await firstPage(signal);
        const found = books === 0 ? 'It is empty, or private.' : `It has ${books === 1 ? 'one book' : `${books} books`} on its first page.`;
        return { ok: true, details: [`Reads “${name}”.`, found] };
      },
      choices: {
        shelves: async ({ signal, draft }) => listShelves(clientOf(typeof draft.profile === 'string' ? draft.profile : ''), signal),
      },
    };
  },
});
