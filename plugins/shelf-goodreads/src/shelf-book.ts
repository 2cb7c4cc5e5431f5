import type { ShelfBook } from '@lectern/plugin-api';
import type { FeedItem } from './schema.js';

/** Splits `The Final Empire (Mistborn, #1)` into its parts; of several series it takes the first. */
export function splitTitle(text: string): { readonly title: string; readonly series?: { readonly name: string; readonly part?: string } } {
  const start = text.lastIndexOf('(');
  const title = text.slice(0, Math.max(0, start)).trim();
  const inside = text.slice(start + 1, -1);
  if (title === '' || !text.endsWith(')') || inside.includes(')')) return { title: text };
  // `(Discworld, #1; Rincewind, #1)`
  const mark = inside.search(/\s#/);
  const [part = ''] = inside.slice(mark + 2).split(';', 1);
  const name = inside.slice(0, Math.max(0, mark)).trim().replace(/,$/, '');
  return name === '' || part.trim() === '' ? { title: text } : { title, series: { name, part: part.trim() } };
}

function isoDate(text: string): string | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** A book of a feed as the contract describes it. */
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
