import type { ShelfBook } from '@lectern/plugin-api';
import { isLoose, type RemoteBook, type RemoteEdition, type RemoteEntry } from './schema.js';

const AUDIO = 2;

/** Contributors without a role are the authors; others translated, narrated or edited. */
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

/** The ASIN of an edition that is not an audiobook belongs to a Kindle book. */
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

/** An entry as the contract describes it; `undefined` without a book. */
export function toShelfBook({ book, edition, date_added: dateAdded }: RemoteEntry): ShelfBook | undefined {
  if (typeof book?.id !== 'number' || typeof book.title !== 'string' || book.title.trim() === '') return undefined;
  const asin = audioAsin(edition) ?? audioAsin(book.default_audio_edition);
  const isbn = isbnOf(edition, book.default_audio_edition);
  const coverUrl = coverOf(book);
  const addedAt = isoDate(dateAdded);
  return {
    // a merged book has the id of the book it was merged into
    bookId: String(book.canonical_id ?? book.id),
    title: book.title.trim(),
    authors: authorsOf(book),
    ...(asin === undefined ? {} : { asin }),
    ...(isbn === undefined ? {} : { isbn }),
    ...(coverUrl === undefined ? {} : { coverUrl }),
    ...(addedAt === undefined ? {} : { addedAt }),
  };
}
