import type { LibraryItem } from '@lectern/plugin-api';
import { timeOf } from './library-item.js';
import { textOf } from './schema.js';
import type { Raw } from './schema.js';

const HOUR_MS = 3_600_000;
/** An album grows while its folder is scanned, without a reliable time of change. */
const SETTLED_AFTER_MS = 10 * 60_000;
const MOST_ITEMS = 5000;

/**
 * Recently returned items. Walks since a time overlap, so after a large import they would request the files of the same
 * thousands of albums every few minutes.
 */
export interface ItemMemory {
  /** The item of an album, for an hour, if the album has not changed since. */
  recall(album: Raw): LibraryItem | undefined;
  keep(album: Raw, item: LibraryItem): void;
}

export function createItemMemory(now: () => number): ItemMemory {
  const kept = new Map<string, { readonly item: LibraryItem; readonly updatedAt: number; readonly until: number }>();
  return {
    recall(album) {
      const entry = kept.get(textOf(album.ratingKey) ?? '');
      return entry && entry.until > now() && entry.updatedAt === timeOf(album, 'updatedAt') ? entry.item : undefined;
    },
    keep(album, item) {
      if (now() - timeOf(album, 'addedAt') < SETTLED_AFTER_MS) return;
      kept.delete(item.itemId);
      kept.set(item.itemId, { item, updatedAt: timeOf(album, 'updatedAt'), until: now() + HOUR_MS });
      const [oldest] = kept.keys();
      if (kept.size > MOST_ITEMS && oldest !== undefined) kept.delete(oldest);
    },
  };
}
