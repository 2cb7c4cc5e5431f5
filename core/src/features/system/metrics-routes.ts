import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { UnknownProxies } from '../../platform/http/unknown-proxies.js';
import { jobCounts } from '../../platform/jobs/job-facts.js';
import type { SettingsService } from '../settings/index.js';
import { requestCounts } from '../lifecycle/request-counts.js';
import { waitingForServices } from '../lifecycle/waiting-for-services.js';
import { accountCount } from '../users/account-rows.js';
import { DISK_USES, diskRooms } from './disks.js';
import { REQUEST_STATUSES } from '../lifecycle/statuses.js';

export interface MetricsRoutesDeps {
  readonly database: Database;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly dataDir: string;
  readonly unknownProxies: Pick<UnknownProxies, 'seen'>;
}

/** Metrics for admins' dashboards. */
export function metricsRoutes({ database, settings, dataDir, unknownProxies }: MetricsRoutesDeps): Route[] {
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
          waiting: Type.Object(
            { mediaServer: Type.Integer(), downloadClients: Type.Record(Type.String(), Type.Integer()) },
            {
              description:
                'Audiobooks that the library does not show yet, and downloads under way by the id of the integration that has them.',
            },
          ),
          users: Type.Integer(),
          libraryItems: Type.Integer(),
          matchedItems: Type.Integer(),
          jobs: Type.Record(Type.String(), Type.Integer()),
          disks: Type.Array(
            Type.Object({
              holds: Type.Array(Type.Union(DISK_USES.map((use) => Type.Literal(use))), { description: 'What is on this disk.' }),
              freeBytes: Type.Integer(),
              totalBytes: Type.Integer(),
            }),
            { description: 'Each disk once; those that do not answer are left out.' },
          ),
          unknownProxies: Type.Array(Type.String(), {
            description:
              'Addresses in the own network that forward requests for others without being trusted proxies. Everybody behind one has its address. Those of the last day, at most 8.',
          }),
        }),
      },
      async handler() {
        const { library } = await settings.get();
        const folders = { library: library.path ?? undefined, downloads: library.downloadPath ?? undefined, data: dataDir };
        const [byStatus, waiting, users, items, jobs, disks] = await Promise.all([
          requestCounts(database.read),
          waitingForServices(database.read),
          accountCount(database.read),
          database.read.get<{ n: number; matched: number }>('SELECT COUNT(*) AS n, COUNT(matched_asin) AS matched FROM library_items'),
          jobCounts(database.read),
          diskRooms(folders),
        ]);
        const requests = Object.fromEntries(REQUEST_STATUSES.map((status) => [status, 0]));
        for (const { status, n } of byStatus) requests[status] = n;
        return json({
          requests,
          waiting: { ...waiting },
          users,
          libraryItems: Number(items?.n ?? 0),
          matchedItems: Number(items?.matched ?? 0),
          jobs,
          disks: disks.map(({ holds, ...room }) => ({ ...room, holds: [...holds] })),
          unknownProxies: [...unknownProxies.seen()],
        });
      },
    }),
  ];
}
