import { Readable } from 'node:stream';
import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { inUtc, timeRangeQuery } from '../../platform/http/time-range.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { Say } from '../../platform/words/index.js';
import { auditCsv } from './audit-csv.js';
import type { AuditRecord, AuditService } from './audit-service.js';

const auditRecord = Type.Object(
  {
    id: Type.String(),
    at: Type.String(),
    actorId: Type.Optional(Type.String()),
    actorName: Type.String(),
    action: Type.String(),
    targetType: Type.String(),
    targetId: Type.Optional(Type.String()),
    targetTitle: Type.Optional(
      Type.String({
        description:
          'The title of the kind of job, in the language of the reader. Other targets have none, nor has a kind that this version does not know.',
      }),
    ),
    detail: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    address: Type.Optional(Type.String()),
  },
  { $id: 'AuditRecord' },
);

const filter = {
  action: Type.Optional(Type.String({ maxLength: 100 })),
  group: Type.Optional(
    Type.String({ pattern: '^[a-z_]{1,50}$', maxLength: 50, description: 'The part of an action before the dot, such as `user`.' }),
  ),
  targetType: Type.Optional(Type.String({ maxLength: 50 })),
  targetId: Type.Optional(Type.String({ maxLength: 100 })),
  actorId: Type.Optional(Type.String({ maxLength: 36 })),
  ...timeRangeQuery,
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Part of a name, of an action or of the id of a target.' })),
};

interface AuditRoutesDeps {
  readonly audit: AuditService;
  readonly jobs: Pick<JobQueue, 'titleOf'>;
}

export function auditRoutes({ audit, jobs }: AuditRoutesDeps): Route[] {
  function titled(entry: AuditRecord, say: Say): AuditRecord & { readonly targetTitle?: string } {
    if (entry.targetType !== 'job') return entry;
    // older records of cancelled jobs have the run as their target, and the kind in their detail
    const name = entry.detail?.['name'] ?? entry.targetId;
    const title = typeof name === 'string' ? jobs.titleOf(name) : undefined;
    return title === undefined ? entry : { ...entry, targetTitle: say(title) };
  }

  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/audit',
      compress: true,
      summary: 'Who changed what, newest first',
      tag: 'audit',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      query: Type.Object({
        ...pageQuery,
        ...filter,
      }),
      responses: { 200: pageOf(auditRecord) },
      async handler({ query, say }) {
        const { items, total } = await audit.list(inUtc(query));
        return json({ items: items.map((entry) => titled(entry, say)), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/admin/audit/choices',
      compress: true,
      summary: 'People and groups of actions to filter by',
      tag: 'audit',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      responses: {
        200: Type.Object({
          people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
          groups: Type.Array(Type.String()),
        }),
      },
      handler: async () => json(await audit.choices()),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/admin/audit/export',
      compress: true,
      summary: 'Who changed what, as a download',
      tag: 'audit',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      query: Type.Object(filter),
      responses: { 200: { contentType: 'text/csv' } },
      handler: ({ query }) => ({
        status: 200,
        body: Readable.from(auditCsv(audit.all(inUtc(query)))),
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="lectern-audit.csv"',
          'cache-control': 'no-store',
        },
      }),
    }),
  ];
}
