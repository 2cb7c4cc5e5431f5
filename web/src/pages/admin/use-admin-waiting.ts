import { useQuery } from '@tanstack/react-query';
import { pendingUsersQuery } from '../../api/queries/admin-queries.js';
import { allReportsQuery } from '../../api/queries/report-queries.js';
import { requestListQuery } from '../../api/queries/request-queries.js';
import type { AdminPage } from './admin-pages.js';

/** How many things wait for an admin on each page that has such things. */
export function useAdminWaiting(): Partial<Record<AdminPage['to'], number>> {
  const { data } = useQuery(requestListQuery({ scope: 'all', status: 'awaiting_approval', limit: 1 }));
  const { data: pending } = useQuery(pendingUsersQuery);
  const { data: reports } = useQuery(allReportsQuery({ state: 'open', page: 1, limit: 1 }));
  return {
    '/admin/approvals': data?.total ?? 0,
    '/admin/users': pending?.length ?? 0,
    '/admin/reports': reports?.counts.waiting ?? 0,
  };
}
