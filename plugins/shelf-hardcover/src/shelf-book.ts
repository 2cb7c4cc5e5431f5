import type { ShelfBook } from '@lectern/plugin-api';
import { isLoose, type RemoteBook, type RemoteEdition, type RemoteEntry } from './schema.js';

const AUDIO = 2;

/** Everybody without a role wrote it; others translated, narrated or edited. */
function authorsOf({ cached_contributors: contributors }: RemoteBook): string[] {
  const people: readonly unknown[] = Array.isArray(contributors) ? contributors : [];
  return people.flatMap((one) => {
    if (!isLoose(one) || !isLoose(one.author) || typeof one.author.name !== 'string') return [];
    const role = typeof one.contribution === 'string' ? one.contribution.trim().toLowerCase() : '';
    return role === '' || role === 'author' ? [one.author.name.trim()] : [];
  });
}

function coverOf({ cached_image: image }: RemoteBook): string | undefined {
  const url = isLoose(image) ? image.url : image;
  return typeof url === 'string' && url.startsWith('https://') ? url : undefined;
}

/** An ASIN of an edition that is no audiobook is that of a Kindle book. */
function audioAsin(edition: RemoteEdition | null | undefined): string | undefined {
  const asin = edition?.reading_format_id === AUDIO ? edition.asin?.trim().toUpperCase() : undefined;
  return asin !== undefined && /^[A-Z0-9]{10}$/.test(asin) ? asin : undefined;
}

function isbnOf(...editions: readonly (RemoteEdition | null | undefined)[]): string | undefined {
  const all = editions.flatMap((edition) => [edition?.isbn_13, edition?.isbn_10]);
  return all.map((isbn) => isbn?.replace(/[\s-]/g, '').toUpperCase() ?? '').find((isbn) => /^(?:\d{13}|\d{9}[\dX])$/.test(isbn));
}

function isoDate(text: string | null | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** An entry in the form of the contract; `undefined` for one without a book. */
export function toShelfBook({ book, edition, date_added: dateAdded }: RemoteEntry): ShelfBook | undefined {
  if (typeof book?.id !== 'number' || typeof book.title !== 'string' || book.title.trim() === '') return undefined;
  const asin = audioAsin(edition) ?? audioAsin(book.default_audio_edition);
  const isbn = isbnOf(edition, book.default_audio_edition);
  const coverUrl = coverOf(book);
  const addedAt = isoDate(dateAdded);
  return {
    // a merged book is the one it was merged into
    bookId: String(book.canonical_id ?? book.id),
    title: book.title.trim(),
    authors: authorsOf(book),
    ...(asin === undefined ? {} : { asin }),
    ...(isbn === undefined ? {} : { isbn }),
    ...(coverUrl === undefined ? {} : { coverUrl }),
    ...(addedAt === undefined ? {} : { addedAt }),
  };
}
