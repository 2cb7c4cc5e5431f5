import type { Release } from '@lectern/plugin-api';
import { LONGEST_TITLE } from './release-title/longest-title.js';

const MOST_ENTRIES = 2000;
const MOST_AUTHORS = 20;

/**
 * Leaves out entries with endless titles: patterns with quadratic work take titles apart, so a service that sends one of
 * megabytes would block the server for everybody. No name of a release is longer.
 */
export function withBoundedTitles<T extends { readonly title: string }>(entries: readonly T[]): readonly T[] {
  return entries.filter(({ title }) => typeof title === 'string' && title.length <= LONGEST_TITLE).slice(0, MOST_ENTRIES);
}

/** The same entry with a plausible number of authors, because each is compared with each author of the wanted book. */
export function withBoundedAuthors<T extends { readonly authors: readonly string[] }>(entry: T): T {
  return { ...entry, authors: entry.authors.filter((name) => name.length <= LONGEST_TITLE).slice(0, MOST_AUTHORS) };
}

/** The same release with as many people and categories as a book may have, and no endless title. */
function withBoundedFacts(release: Release): Release {
  const { authors, narrators, bookTitle, categories } = release;
  const people = (names: readonly string[] | undefined) => names?.filter((name) => name.length <= LONGEST_TITLE).slice(0, MOST_AUTHORS);
  return {
    ...release,
    ...(authors ? { authors: people(authors) } : {}),
    ...(narrators ? { narrators: people(narrators) } : {}),
    ...(bookTitle === undefined ? {} : { bookTitle: bookTitle.slice(0, LONGEST_TITLE) }),
    ...(categories ? { categories: categories.slice(0, MOST_AUTHORS) } : {}),
  };
}

/** The releases in an answer of an indexer, with no more in them than may be looked at. */
export function boundedReleases(releases: readonly Release[]): readonly Release[] {
  return withBoundedTitles(releases).map(withBoundedFacts);
}
