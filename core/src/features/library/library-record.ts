import type { LibraryItem } from '@lectern/plugin-api';

/** Books of one library that a complete walk did not see, and that still count as present. */
export interface WithheldLoss {
  readonly libraryId: string;
  /** The media server's name for it. */
  readonly library: string;
  /** Books known before the walk. */
  readonly known: number;
  readonly missing: number;
  /** Titles of some of them. */
  readonly examples: readonly string[];
}

const ASIN = /^[A-Z0-9]{10}$/;
const MAX_ID = 200;
const MAX_ISBN = 20;

/** A normalized ASIN; `undefined` for anything that cannot be one. */
export function asinOf(text: string | undefined | null): string | undefined {
  const asin = text?.trim().toUpperCase();
  return asin !== undefined && ASIN.test(asin) ? asin : undefined;
}

/** PostgreSQL cannot store NUL characters. */
function clean(text: string): string {
  return text.replaceAll('\0', '');
}

function timeOf(text: string, otherwise: Date): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? otherwise.toISOString() : new Date(at).toISOString();
}

/**
 * Converts a plugin's item to a form that the table can store.
 *
 * @returns `undefined` for an item without a usable id
 */
export function tidyItem(item: LibraryItem, now: Date): LibraryItem | undefined {
  if (item.itemId === '' || item.itemId.length > MAX_ID || item.libraryId.length > MAX_ID || item.itemId.includes('\0')) return undefined;
  return {
    ...item,
    title: clean(item.title),
    subtitle: item.subtitle === undefined ? undefined : clean(item.subtitle),
    authors: item.authors.map(clean),
    narrators: item.narrators.map(clean),
    asin: asinOf(item.asin),
    isbn: item.isbn !== undefined && item.isbn.length <= MAX_ISBN ? clean(item.isbn) : undefined,
    durationSeconds: Number.isFinite(item.durationSeconds) ? item.durationSeconds : undefined,
    path: item.path?.includes('\0') ? undefined : item.path,
    addedAt: timeOf(item.addedAt, now),
    updatedAt: timeOf(item.updatedAt, now),
  };
}
