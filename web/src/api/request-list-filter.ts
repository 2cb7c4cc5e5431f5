import { timesOf, type Days } from './days.js';
import type { RequestFilter } from './queries/request-queries.js';
import type { RequestGroup, RequestStatus, RequestType } from './types.js';

/** The orders of a list of requests, as people choose them. */
export const REQUEST_SORTS = ['updatedAt.desc', 'createdAt.desc', 'createdAt.asc', 'title.asc'] as const;
export type RequestSort = (typeof REQUEST_SORTS)[number];

/** Which requests a list shows, as it stands in the address. */
export interface RequestListFilter extends Days {
  group?: RequestGroup | undefined;
  status?: RequestStatus | undefined;
  /** Only what waits for a person. */
  needs?: 'person' | undefined;
  search?: string | undefined;
  type?: RequestType | undefined;
  /** The id of a person; in the list of all. */
  person?: string | undefined;
  sort?: RequestSort | undefined;
  page?: number | undefined;
}

/** A list without one of its pages. */
export type WholeList = Omit<RequestFilter, 'page' | 'limit'>;

/** The filter as query parameters of the API. */
export function listOf(filter: RequestListFilter, scope: 'mine' | 'all'): WholeList {
  const { group, status, needs, search, type, person, sort: chosen = 'updatedAt.desc' } = filter;
  const [sort, order] = chosen.split('.') as ['updatedAt' | 'createdAt' | 'title', 'asc' | 'desc'];
  return {
    scope,
    sort,
    order,
    ...(scope === 'all' ? { together: true } : {}),
    ...(status ? { status } : group ? { group } : {}),
    ...(needs ? { needsPerson: true } : {}),
    ...(search ? { search } : {}),
    ...(type ? { type } : {}),
    ...(scope === 'all' && person ? { userId: person } : {}),
    ...timesOf(filter),
  };
}

/** Filters beside the tabs and the words that leave requests out. */
export function countRequestFilters({ status, needs, type, person, firstDay, lastDay }: RequestListFilter): number {
  return [status, needs, type, person, firstDay ?? lastDay].filter((value) => value !== undefined).length;
}
