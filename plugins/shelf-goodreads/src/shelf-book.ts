import type { ShelfBook } from '@lectern/plugin-api';
import type { FeedItem } from './schema.js';

const SERIES = /^(?<title>.+?)\s*\((?<name>[^()]+?),?\s+#(?<part>[^()#]+)\)$/;

/** `The Final Empire (Mistborn, #1)` in its parts; of several series the first. */
export function splitTitle(text: string): { readonly title: string; readonly series?: { readonly name: string; readonly part?: string } } {
  const found = SERIES.exec(text)?.groups;
  if (!found?.title || !found.name) return { title: text };
  // `(Discworld, #1; Rincewind, #1)`
  const part = found.part?.trim();
  const [name = found.name] = found.name.split(/,?\s+#[^;]*;/);
  const own = /,?\s+#([^;]+);/.exec(`${found.name};`)?.[1]?.trim();
  return { title: found.title, series: { name: name.trim(), part: own ?? part } };
}

function isoDate(text: string): string | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** A book of a feed in the form of the contract. */
export function toShelfBook(item: FeedItem): ShelfBook {
  const { title, series } = splitTitle(item.title);
  const addedAt = isoDate(item.addedAt);
  const isbn = item.isbn.replace(/[\s-]/g, '').toUpperCase();
  const hasCover = /^https:\/\//.test(item.imageUrl) && !item.imageUrl.includes('nophoto');
  return {
    bookId: item.bookId,
    title,
    authors: item.author === '' ? [] : [item.author],
    ...(series ? { series } : {}),
    ...(/^(?:\d{9}[\dX]|\d{13})$/.test(isbn) ? { isbn } : {}),
    ...(hasCover ? { coverUrl: item.imageUrl } : {}),
    ...(addedAt === undefined ? {} : { addedAt }),
  };
}
