/** Sorted otherwise than the list itself is; with the direction, as people choose it. */
export const BOOK_SORTS = ['title', 'author', 'newest', 'oldest', 'longest', 'shortest'] as const;
export type BookSort = (typeof BOOK_SORTS)[number];

/** A filter of a list of books, as it stands in the address. */
export interface BookListFilter {
  language?: string | undefined;
  narrator?: string | undefined;
  /** Minutes. */
  minLength?: number | undefined;
  maxLength?: number | undefined;
  notInLibrary?: true | undefined;
  unabridged?: true | undefined;
  sorted?: BookSort | undefined;
}

const SORT_PARAMS = {
  title: { sort: 'title', order: 'asc' },
  author: { sort: 'author', order: 'asc' },
  newest: { sort: 'releaseDate', order: 'desc' },
  oldest: { sort: 'releaseDate', order: 'asc' },
  longest: { sort: 'length', order: 'desc' },
  shortest: { sort: 'length', order: 'asc' },
} as const satisfies Record<BookSort, { sort: string; order: 'asc' | 'desc' }>;

/** The filter as query parameters of the API. */
export function filterParams({ language, narrator, minLength, maxLength, notInLibrary, unabridged, sorted }: BookListFilter) {
  return {
    ...(language === undefined ? {} : { language }),
    ...(narrator === undefined ? {} : { narrator }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(notInLibrary ? { notInLibrary } : {}),
    ...(unabridged ? { unabridged } : {}),
    ...(sorted === undefined ? {} : SORT_PARAMS[sorted]),
  };
}

/** Members that leave books out; a sort does not. */
export function countFilters({ language, narrator, minLength, maxLength, notInLibrary, unabridged }: BookListFilter): number {
  const isLengthSet = minLength !== undefined || maxLength !== undefined;
  return [language !== undefined, narrator !== undefined, isLengthSet, notInLibrary === true, unabridged === true].filter(Boolean).length;
}
