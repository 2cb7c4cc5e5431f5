import { Readable } from 'node:stream';
import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { auditCsv } from './audit-csv.js';
import type { AuditService } from './audit-service.js';

const auditRecord = Type.Object(
  {
    id: Type.String(),
    at: Type.String(),
    actorId: Type.Optional(Type.String()),
    actorName: Type.String(),
    action: Type.String(),
    targetType: Type.String(),
    targetId: Type.Optional(Type.String()),
    detail: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    address: Type.Optional(Type.String()),
  },
  { $id: 'AuditRecord' },
);

const filter = {
  action: Type.Optional(Type.String({ maxLength: 100 })),
  targetType: Type.Optional(Type.String({ maxLength: 50 })),
  actorId: Type.Optional(Type.String({ maxLength: 36 })),
  search: Type.Optional(Type.String({ maxLength: 100 })),
};

export function auditRoutes({ audit }: { readonly audit: AuditService }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/audit',
      summary: 'Who changed what, newest first',
      tag: 'audit',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      query: Type.Object({
        ...pageQuery,
        ...filter,
      }),
      responses: { 200: pageOf(auditRecord) },
      async handler({ query }) {
        const { items, total } = await audit.list(query);
        return json({ items, page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/admin/audit/export',
      summary: 'Who changed what, as a file',
      tag: 'audit',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      query: Type.Object(filter),
      responses: { 200: { contentType: 'text/csv' } },
      handler: ({ query }) => ({
        status: 200,
        body: Readable.from(auditCsv(audit.all(query))),
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="lectern-audit.csv"',
          'cache-control': 'no-store',
        },
      }),
    }),
  ];
}
