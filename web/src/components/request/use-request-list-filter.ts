import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RequestListFilter } from '../../api/request-list-filter.js';

const NONE: RequestListFilter = {
  status: undefined,
  needs: undefined,
  type: undefined,
  person: undefined,
  firstDay: undefined,
  lastDay: undefined,
};

/** The filter of the list of requests on this page, which stands in its address. */
export function useRequestListFilter() {
  const navigate = useNavigate();
  const { group, status, needs, search, type, person, firstDay, lastDay, sort, page }: RequestListFilter = useSearch({ strict: false });
  const filter: RequestListFilter = { group, status, needs, search, type, person, firstDay, lastDay, sort, page };
  // replaced, so that Back leaves the list instead of undoing one choice after the other
  const change = (members: RequestListFilter) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, page: undefined, ...members }), replace: true, resetScroll: false });
  return {
    filter,
    change,
    /** Takes all filters away; the group, the words and the order stay. */
    clear: () => change(NONE),
    turnTo: (next: number, replace = false) =>
      void navigate({ to: '.', search: (previous) => ({ ...previous, page: next === 1 ? undefined : next }), replace }),
  };
}
