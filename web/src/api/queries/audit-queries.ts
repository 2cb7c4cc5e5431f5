import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { withBase } from '../base-path.js';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';

/** Filters of the history. Days are in the browser's time zone: `2026-01-31`, both included. */
export interface AuditFilter {
  search?: string | undefined;
  actorId?: string | undefined;
  group?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  firstDay?: string | undefined;
  lastDay?: string | undefined;
}

/** Local midnight at the beginning of a day, or of a later one. */
function midnight(day: string, after: number): string | undefined {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + after);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The filter as query parameters. */
function auditParams({ firstDay, lastDay, ...rest }: AuditFilter): Record<string, string> {
  const all = { ...rest, from: firstDay && midnight(firstDay, 0), to: lastDay && midnight(lastDay, 1) };
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
