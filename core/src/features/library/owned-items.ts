import type { BookFormat } from '@lectern/plugin-api';
import { isTrue, padded, placeholders, readJson, type Database, type StoredFlag } from '../../platform/db/index.js';
import type { ListenLink } from '../integration-records/listen-link.js';
import { lastSeen, type ItemAddresses, type ListedItem } from './item-addresses.js';

/** The item of a media server that makes a book available. */
export interface AvailableItem {
  /** Our id. */
  readonly id: string;
  readonly integrationId: string;
  readonly title: string;
}

/** The same, with the people whom the media server names. */
export interface NamedItem extends AvailableItem {
  readonly authors: readonly string[];
}

/** What the library holds of a book: of each format an item, and where people listen to it. */
export type OwnedBook = Partial<Record<BookFormat, AvailableItem>> & {
  readonly listen: readonly ListenLink[];
  /** Whether the last walks saw an audiobook of it. */
  readonly isSeen: boolean;
};

interface OwnedRow extends AvailableItem, ListedItem {
  readonly asin: string;
  readonly hasAudio: StoredFlag;
  readonly hasEbook: StoredFlag;
}

const HOLDS: Readonly<Record<BookFormat, string>> = { audiobook: 'l.has_audio', ebook: 'l.has_ebook' };

/** Which books are in a library. */
export function createOwnedItems(database: Pick<Database, 'read'>, addresses: ItemAddresses) {
  return {
    async availabilityOf(asins: readonly string[], format: BookFormat): Promise<Map<string, NamedItem>> {
      const wanted = padded([...new Set(asins)]);
      if (wanted.length === 0) return new Map();
      const list = placeholders(wanted.length);
      const rows = await database.read.all<AvailableItem & { asin: string; authors: string }>(
        `SELECT l.matched_asin AS asin, l.id, l.integration_id, l.title, l.authors, l.missing_scans, 0 AS distance FROM library_items l
           WHERE l.matched_asin IN (${list}) AND ${HOLDS[format]}
         UNION ALL
         SELECT a.asin, l.id, l.integration_id, l.title, l.authors, l.missing_scans, 1 AS distance FROM work_asins a
           JOIN work_asins b ON b.work_id = a.work_id AND b.asin <> a.asin
           JOIN library_items l ON l.matched_asin = b.asin WHERE a.asin IN (${list}) AND ${HOLDS[format]}
         ORDER BY missing_scans, distance, id`,
        [...wanted, ...wanted],
      );
      const found = new Map<string, NamedItem>();
      for (const { asin, id, integrationId, title, authors } of rows)
        if (!found.has(asin)) found.set(asin, { id, integrationId, title, authors: readJson(authors) });
      return found;
    },

    async booksOfItems(integrationId: string, itemIds: readonly string[]): Promise<Map<string, string>> {
      if (itemIds.length === 0) return new Map();
      const rows = await database.read.all<{ itemId: string; asin: string }>(
        `SELECT item_id, matched_asin AS asin FROM library_items
         WHERE integration_id = ? AND has_audio AND matched_asin IS NOT NULL AND item_id IN (${placeholders(itemIds.length)})`,
        [integrationId, ...itemIds],
      );
      return new Map(rows.map(({ itemId, asin }) => [itemId, asin]));
    },

    async ownedItemsOf(asins: readonly string[]): Promise<Map<string, OwnedBook>> {
      if (asins.length === 0) return new Map();
      const rows = await database.read.all<OwnedRow>(
        `SELECT matched_asin AS asin, id, integration_id, item_id, title, has_audio, has_ebook, missing_scans FROM library_items
         WHERE matched_asin IN (${placeholders(asins.length)}) ORDER BY missing_scans, id`,
        asins,
      );
      if (rows.length === 0) return new Map();
      const found = new Map<string, Partial<Record<BookFormat, AvailableItem>> & { heard: ListedItem[] }>();
      for (const { asin, hasAudio, hasEbook, itemId, missingScans, ...item } of rows) {
        const known = found.get(asin) ?? { heard: [] };
        if (isTrue(hasAudio)) {
          known.audiobook ??= item;
          known.heard.push({ integrationId: item.integrationId, itemId, missingScans });
        }
        if (isTrue(hasEbook)) known.ebook ??= item;
        found.set(asin, known);
      }
      const linksTo = await addresses.current();
      return new Map(
        [...found].map(([asin, { heard, ...items }]) => {
          const seen = lastSeen(heard);
          return [asin, { ...items, listen: linksTo(seen), isSeen: seen.some(({ missingScans }) => Number(missingScans) === 0) }];
        }),
      );
    },
  };
}
