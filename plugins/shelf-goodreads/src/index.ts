import { definePlugin } from '@lectern/plugin-api';
import { createFeedClient } from './client.js';
import { detail } from './detail.js';
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
        const some = books === 1 ? detail('one_book_on_first_page') : detail('books_on_first_page', { count: books });
        return { ok: true, details: [detail('reads_shelf', { name }), books === 0 ? detail('shelf_empty') : some] };
      },
      choices: {
        shelves: async ({ signal, draft }) => listShelves(clientOf(typeof draft.profile === 'string' ? draft.profile : ''), signal),
      },
    };
  },
});
