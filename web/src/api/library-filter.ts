import type { LibraryFilter } from './queries/admin-queries.js';

/** The orders of the library, as people choose them. */
export const LIBRARY_SORTS = ['added', 'oldest', 'title', 'author'] as const;

/** Which items of the library are listed, as it stands in the address. */
export interface LibrarySearch {
  search?: string | undefined;
  /** The id of the media server. */
  server?: string | undefined;
  matched?: 'yes' | 'no' | undefined;
  order?: (typeof LIBRARY_SORTS)[number] | undefined;
  page?: number | undefined;
}

const SORT_PARAMS = {
  added: {},
  oldest: { sort: 'addedAt', order: 'asc' },
  title: { sort: 'title' },
  author: { sort: 'author' },
} as const;

/** The filter as query parameters of the API. */
export function libraryFilterOf({ search, server, matched, order = 'added', page = 1 }: LibrarySearch): LibraryFilter {
  return {
    page,
    together: true,
    ...(search ? { search } : {}),
    ...(server ? { integrationId: server } : {}),
    ...(matched ? { matched: matched === 'yes' } : {}),
    ...SORT_PARAMS[order],
  };
}

export function countLibraryFilters({ server, matched }: LibrarySearch): number {
  return [server, matched].filter((value) => value !== undefined).length;
}
