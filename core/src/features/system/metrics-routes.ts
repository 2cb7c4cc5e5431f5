import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { jobCounts } from '../../platform/jobs/job-facts.js';
import { requestCounts } from '../lifecycle/request-counts.js';
import { accountCount } from '../users/account-rows.js';
import { REQUEST_STATUSES } from '../lifecycle/statuses.js';

/** Metrics for admins' dashboards. */
export function metricsRoutes({ database }: { readonly database: Database }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/metrics',
      summary: 'Counts for a dashboard',
      tag: 'admin: requests',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      responses: {
        200: Type.Object({
          requests: Type.Record(Type.String(), Type.Integer()),
          users: Type.Integer(),
          libraryItems: Type.Integer(),
          matchedItems: Type.Integer(),
          jobs: Type.Record(Type.String(), Type.Integer()),
        }),
      },
      async handler() {
        const [byStatus, users, items, jobs] = await Promise.all([
          requestCounts(database.read),
          accountCount(database.read),
          database.read.get<{ n: number; matched: number }>('SELECT COUNT(*) AS n, COUNT(matched_asin) AS matched FROM library_items'),
          jobCounts(database.read),
        ]);
        const requests = Object.fromEntries(REQUEST_STATUSES.map((status) => [status, 0]));
        for (const { status, n } of byStatus) requests[status] = n;
        return json({
          requests,
          users,
          libraryItems: Number(items?.n ?? 0),
          matchedItems: Number(items?.matched ?? 0),
          jobs,
        });
      },
    }),
  ];
}
