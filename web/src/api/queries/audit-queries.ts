import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { withBase } from '../base-path.js';
import { answer, api } from '../client.js';
import { timesOf, type Days } from '../days.js';
import { queryKeys } from '../query-keys.js';

/** Filters of the history. */
export interface AuditFilter extends Days {
  search?: string | undefined;
  actorId?: string | undefined;
  group?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
}

/** The filter and the page, as they stand in the address. */
export interface AuditSearch extends AuditFilter {
  page?: number | undefined;
}

/** The filter as query parameters. */
function auditParams({ firstDay, lastDay, ...rest }: AuditFilter): Record<string, string> {
  const all = { ...rest, ...timesOf({ firstDay, lastDay }) };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

export const auditQuery = (filter: AuditFilter, page: number) =>
  queryOptions({
    queryKey: queryKeys.audit({ ...filter, page }),
    queryFn: ({ signal }) =>
      answer(api.GET('/api/admin/audit', { params: { query: { page, limit: 50, ...auditParams(filter) } }, signal })),
    placeholderData: keepPreviousData,
  });

export const auditChoicesQuery = queryOptions({
  queryKey: queryKeys.auditChoices,
  queryFn: ({ signal }) => answer(api.GET('/api/admin/audit/choices', { signal })),
});

/** Address of the file with the same entries. */
export function auditFile(filter: AuditFilter): string {
  const query = new URLSearchParams(auditParams(filter)).toString();
  return withBase(`/api/admin/audit/export${query ? `?${query}` : ''}`);
}
