import { LONGEST_TITLE } from './release-title/longest-title.js';

const MOST_ENTRIES = 2000;
const MOST_AUTHORS = 20;

/**
 * Cuts the titles in an answer: patterns with quadratic work take them apart, so a service that sends a title of
 * megabytes would block the server for everybody. No name of a release is longer.
 */
export function withBoundedTitles<T extends { readonly title: string }>(entries: readonly T[]): readonly T[] {
  return entries.filter(({ title }) => typeof title === 'string' && title.length <= LONGEST_TITLE).slice(0, MOST_ENTRIES);
}

/** The same entry with a plausible number of authors, because each is compared with each author of the wanted book. */
export function withBoundedAuthors<T extends { readonly authors: readonly string[] }>(entry: T): T {
  return { ...entry, authors: entry.authors.filter((name) => name.length <= LONGEST_TITLE).slice(0, MOST_AUTHORS) };
}
