import { LONGEST_TITLE } from './release-title/longest-title.js';

const MOST_ENTRIES = 2000;
const MOST_AUTHORS = 20;

/**
 * What may be read of an answer: titles are taken apart by patterns whose work grows with the square of their length, so
 * a service that sends one of megabytes would stop the server for everybody. What is longer is no name of a release.
 */
export function withBoundedTitles<T extends { readonly title: string }>(entries: readonly T[]): readonly T[] {
  return entries.filter(({ title }) => typeof title === 'string' && title.length <= LONGEST_TITLE).slice(0, MOST_ENTRIES);
}

/** The same entry with as many authors as a book has: each is compared with each of the wanted book's. */
export function withBoundedAuthors<T extends { readonly authors: readonly string[] }>(entry: T): T {
  return { ...entry, authors: entry.authors.filter((name) => name.length <= LONGEST_TITLE).slice(0, MOST_AUTHORS) };
}
