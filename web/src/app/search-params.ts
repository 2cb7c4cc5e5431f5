import { BOOK_SORTS, type BookListFilter } from '../api/book-list-filter.js';

/** Reads untrusted search parameters: anything unusable becomes undefined. */

export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

export function positive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

function minutes(value: unknown): number | undefined {
  const number = positive(value);
  return number !== undefined && number <= 100_000 ? number : undefined;
}

/** A filter of a list of books; what the server would refuse is left out. */
export function bookListFilter(search: Record<string, unknown>): BookListFilter {
  const language = text(search['language']);
  const minLength = minutes(search['minLength']);
  const maxLength = minutes(search['maxLength']);
  return {
    language: language !== undefined && /^[A-Za-z-]{2,10}$/.test(language) ? language : undefined,
    narrator: text(search['narrator'])?.slice(0, 300),
    minLength,
    maxLength,
    notInLibrary: search['notInLibrary'] === true ? true : undefined,
    unabridged: search['unabridged'] === true ? true : undefined,
    sorted: oneOf(BOOK_SORTS, search['sorted']),
  };
}
