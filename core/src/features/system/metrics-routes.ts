import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { REQUEST_STATUSES } from '../lifecycle/statuses.js';

/** Counts of everything, for the dashboards of admins. */
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
          database.read.all<{ status: string; n: number }>('SELECT status, SUM(count) AS n FROM request_counts GROUP BY status'),
          database.read.get<{ n: number }>('SELECT COUNT(*) AS n FROM users WHERE deleted_at IS NULL'),
          database.read.get<{ n: number; matched: number }>('SELECT COUNT(*) AS n, COUNT(matched_asin) AS matched FROM library_items'),
          database.read.all<{ state: string; n: number }>(
            "SELECT state, COUNT(*) AS n FROM jobs WHERE state IN ('queued', 'running') GROUP BY state",
          ),
        ]);
        const requests = Object.fromEntries(REQUEST_STATUSES.map((status) => [status, 0]));
        for (const row of byStatus) requests[row.status] = Number(row.n);
        return json({
          requests,
          users: Number(users?.n ?? 0),
          libraryItems: Number(items?.n ?? 0),
          matchedItems: Number(items?.matched ?? 0),
          jobs: Object.fromEntries(jobs.map((row) => [row.state, Number(row.n)])),
        });
      },
    }),
  ];
}
