import type { MediaServer, PluginLogger } from '@lectern/plugin-api';
import type { AudiobookshelfClient } from './client.js';
import { isAvailable, needsDetails, toLibraryItem } from './library-item.js';
import { itemAddress } from './item-address.js';
import { withDetails } from './item-details.js';
import { firstCursor, walkStep } from './library-walk.js';
import { canSeeLibrary } from './schema.js';
import { refreshLibrary } from './refresh.js';
import type { AudiobookshelfSettings } from './settings.js';
import { createOpenIdSignIn } from './openid-sign-in.js';
import { createSignIn } from './sign-in.js';
import { decodeCursor, encodeCursor } from './walk-cursor.js';

export function createMediaServer(client: AudiobookshelfClient, settings: AudiobookshelfSettings, log: PluginLogger): MediaServer {
  const chosen = settings.libraryIds ?? [];
  return {
    async libraries(call) {
      const user = await client.me(call);
      const libraries = await client.libraries(call);
      return libraries
        .filter(({ id, mediaType }) => mediaType === 'book' && canSeeLibrary(user, id) && (chosen.length === 0 || chosen.includes(id)))
        .map(({ id, name, audiobooksOnly, folders }) => ({ id, name, type: audiobooksOnly ? 'audiobook' : 'mixed', roots: folders }));
    },

    async items(libraryId, call) {
      const cursor = call.cursor === undefined ? firstCursor(call.since) : decodeCursor(call.cursor);
      const step = await walkStep(client, libraryId, cursor, call);
      const rows = step.items.filter(isAvailable);
      const isFull = cursor.phase === 'all';
      const detailed = await withDetails(client, rows, isFull ? needsDetails : () => true, call);
      const items = detailed
        .filter(isAvailable)
        .map((row) => toLibraryItem(row, libraryId))
        .filter((item) => item !== undefined);
      if (isFull && rows.length * 2 < step.items.length) {
        log.warn('most items of a page are missing on disk; is the library mounted?', {
          libraryId,
          listed: step.items.length,
          present: rows.length,
        });
      }
      return {
        items,
        ...(step.next === undefined ? {} : { next: encodeCursor(step.next) }),
        ...(step.total === undefined ? {} : { total: step.total }),
      };
    },

    refresh: (libraryId, call) => refreshLibrary(client, settings, libraryId, call),

    cover: (itemId, call) => client.cover(itemId, call.width, call),

    setAsin: (itemId, asin, call) => client.setAsin(itemId, asin.trim().toUpperCase(), call),

    remove: (itemId, call) => client.remove(itemId, settings.deleteFiles === true, call),

    itemAddress: async () => itemAddress(settings),

    progress: (subject, call) => client.progressOf(subject, call),

    ...(settings.allowSignIn === true
      ? { accounts: { signIn: settings.signInWith === 'openid' ? createOpenIdSignIn(client, log) : createSignIn(client, log) } }
      : {}),
  };
}
