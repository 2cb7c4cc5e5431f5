import { useNavigate, useSearch } from '@tanstack/react-router';
import { countFilters, type BookListFilter } from '../../api/book-list-filter.js';

/** The filter of the list on this page, which stands in its address. */
export interface ListFilter {
  filter: BookListFilter;
  /** How many filters leave books out. */
  active: number;
  change: (members: BookListFilter) => void;
  /** Takes all filters away; the sort stays. */
  clear: () => void;
}

const NONE: BookListFilter = {
  language: undefined,
  narrator: undefined,
  minLength: undefined,
  maxLength: undefined,
  notInLibrary: undefined,
  unabridged: undefined,
};

export function useListFilter(): ListFilter {
  const navigate = useNavigate();
  const { language, narrator, minLength, maxLength, notInLibrary, unabridged, sorted } = useSearch({ strict: false });
  const filter: BookListFilter = { language, narrator, minLength, maxLength, notInLibrary, unabridged, sorted };
  // replaced, so that Back leaves the list instead of undoing one choice after the other
  const change = (members: BookListFilter) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, ...members }), replace: true, resetScroll: false });
  return { filter, active: countFilters(filter), change, clear: () => change(NONE) };
}
