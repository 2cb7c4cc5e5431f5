import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { Period } from './period.js';
import { periodSchema, statisticsSchema, type Statistics } from './schemas.js';
import { statisticsCsv } from './statistics-csv.js';
import { sayStatistics } from './statistics.js';
import type { StatisticsService } from './statistics-service.js';

const period = Type.Unsafe<Period>({
  ...periodSchema,
  default: 'last-12-months',
  description: 'Whole months in UTC, the present one included.',
});
const ownQuery = Type.Object({ period });
const adminQuery = Type.Object({
  period,
  userId: Type.Optional(Type.String({ maxLength: 36, description: 'Whose figures; without it, those of the household.' })),
});
const common = { method: 'GET', compress: true, tag: 'statistics' } as const;
const ofUser = { ...common, access: { rule: 'user' }, scopes: ['read'] } as const;
const ofAdmin = { ...common, access: { rule: 'admin' }, scopes: ['admin:read'], errors: ['not_found'] } as const;
const asJson = { 200: statisticsSchema } as const;
const asCsv = { 200: { contentType: 'text/csv' } } as const;

function download(statistics: Statistics) {
  return {
    status: 200,
    body: statisticsCsv(statistics),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="lectern-statistics.csv"',
      'cache-control': 'no-store',
    },
  } as const;
}

export function statisticsRoutes({ statistics }: { readonly statistics: StatisticsService }): Route[] {
  const chosen = ({ userId, period: of }: { readonly userId?: string; readonly period: Period }) =>
    userId === undefined ? statistics.household(of) : statistics.person(userId, of);
  return [
    defineRoute({
      ...ofUser,
      path: '/api/statistics',
      summary: 'Figures of your own requests',
      query: ownQuery,
      responses: asJson,
      handler: async ({ query, caller, say }) => json(sayStatistics(await statistics.own(caller.userId, query.period), say)),
    }),
    defineRoute({
      ...ofUser,
      path: '/api/statistics/export',
      summary: 'Figures of your own requests, as a download',
      query: ownQuery,
      responses: asCsv,
      handler: async ({ query, caller, say }) => download(sayStatistics(await statistics.own(caller.userId, query.period), say)),
    }),
    defineRoute({
      ...ofAdmin,
      path: '/api/admin/statistics',
      summary: 'Figures of the requests of everybody, or of one person',
      query: adminQuery,
      responses: asJson,
      handler: async ({ query, say }) => json(sayStatistics(await chosen(query), say)),
    }),
    defineRoute({
      ...ofAdmin,
      path: '/api/admin/statistics/export',
      summary: 'Figures of the requests of everybody, or of one person, as a download',
      query: adminQuery,
      responses: asCsv,
      handler: async ({ query, say }) => download(sayStatistics(await chosen(query), say)),
    }),
  ];
}
