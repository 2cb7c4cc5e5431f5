import type { Call, LibraryItem, MediaServer, Page, PluginLogger } from '@lectern/plugin-api';
import { tracksOf, withDetails } from './album-details.js';
import type { PlexClient } from './client.js';
import { createAsinReader } from './guid-asin.js';
import { itemAddress } from './item-address.js';
import { createItemMemory } from './item-memory.js';
import { lacksPeople, toLibraryItem } from './library-item.js';
import { firstCursor, walkStep } from './library-walk.js';
import type { WalkStep } from './library-walk.js';
import type { OwnMachine } from './own-machine.js';
import { createPathMapping } from './path-mapping.js';
import { refreshLibrary } from './refresh.js';
import { hasBookAgent, textOf } from './schema.js';
import type { Raw } from './schema.js';
import type { PlexSettings } from './settings.js';
import { albumFilesOf, filesOf } from './track-files.js';
import { decodeCursor, encodeCursor, unknownCursor } from './walk-cursor.js';
import { createWalkMemory } from './walk-memory.js';
import type { WalkNotes } from './walk-memory.js';

interface MediaServerDeps {
  readonly client: PlexClient;
  readonly settings: PlexSettings;
  readonly log: PluginLogger;
  readonly accounts: MediaServer['accounts'];
  readonly ownMachine: OwnMachine;
  readonly now: () => number;
}

export function createMediaServer({ client, settings, log, accounts, ownMachine, now }: MediaServerDeps): MediaServer {
  const chosen = settings.libraryIds ?? [];
  const mapping = createPathMapping(settings.pathMappings ?? []);
  const readAsin = createAsinReader(settings.guidPatterns ?? []);
  const memory = createWalkMemory();
  const recent = createItemMemory(now);

  async function itemsOfAll(libraryId: string, albums: readonly Raw[], notes: WalkNotes, call: Call): Promise<readonly LibraryItem[]> {
    const detailed = await withDetails(client, albums, (album) => readAsin(album) !== undefined && lacksPeople(album), call);
    return detailed.flatMap((album) => {
      const files = notes.tracks.of(textOf(album.ratingKey) ?? '');
      return toLibraryItem(album, { libraryId, readAsin, toLectern: mapping.toLectern, ...(files ? { files } : {}) }) ?? [];
    });
  }

  async function itemsOfNew(libraryId: string, albums: readonly Raw[], call: Call): Promise<readonly LibraryItem[]> {
    const unknown = albums.filter((album) => recent.recall(album) === undefined);
    const detailed = await withDetails(client, unknown, (album) => readAsin(album) !== undefined && lacksPeople(album), call);
    const tracks = await tracksOf(client, unknown, call);
    const fresh = new Map<string | undefined, LibraryItem>();
    detailed.forEach((album, index) => {
      const own = tracks.get(textOf(album.ratingKey) ?? '') ?? [];
      const files = { ...albumFilesOf(own), list: own.flatMap(filesOf) };
      const item = toLibraryItem(album, { libraryId, readAsin, toLectern: mapping.toLectern, files });
      if (!item) return;
      fresh.set(item.itemId, item);
      recent.keep(unknown[index] ?? album, item);
    });
    return albums.flatMap((album) => fresh.get(textOf(album.ratingKey)) ?? recent.recall(album) ?? []);
  }

  function pageOf(items: readonly LibraryItem[], { next, total }: WalkStep): Page<LibraryItem> {
    return { items, ...(next === undefined ? {} : { next: encodeCursor(next) }), ...(total === undefined ? {} : { total }) };
  }

  return {
    async libraries(call) {
      return (await client.sections(call))
        .filter(({ id, type }) => type === 'artist' && (chosen.length === 0 || chosen.includes(id)))
        .map((section) => ({
          id: section.id,
          name: section.title,
          // without a choice, music libraries are ignored
          type: chosen.length > 0 || hasBookAgent(section) ? 'audiobook' : 'other',
          roots: section.locations.map(mapping.toLectern),
        }));
    },

    async items(libraryId, call) {
      const cursor = call.cursor === undefined ? firstCursor(memory.open(), call.since) : decodeCursor(call.cursor);
      const notes = memory.of(cursor.walk);
      if (!notes) throw unknownCursor();
      const step = await walkStep(client, libraryId, cursor, notes, call);
      const isFull = cursor.from === undefined;
      const items = isFull ? await itemsOfAll(libraryId, step.albums, notes, call) : await itemsOfNew(libraryId, step.albums, call);
      if (step.next === undefined) memory.close(cursor.walk);
      return pageOf(items, step);
    },

    refresh: (libraryId, call) => refreshLibrary(client, mapping, log, libraryId, call.path, call),

    async cover(itemId, call) {
      const [album] = await client.details([itemId], call);
      const thumb = album && textOf(album.thumb);
      return thumb === undefined ? null : client.cover(thumb, call.width, call);
    },

    itemAddress: async (call) => itemAddress(settings, await ownMachine(call)),

    ...(settings.deleteFiles === true ? { remove: (itemId: string, call: Call) => client.remove(itemId, call) } : {}),
    ...(accounts ? { accounts } : {}),
  };
}
