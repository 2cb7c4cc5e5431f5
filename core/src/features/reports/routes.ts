import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { ReportService } from './report-service.js';
import { kindSchema, presentReport, presentThread, reportSchema, stateSchema, textSchema, threadSchema } from './schemas.js';

const asin = Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 });
const idParams = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const one = Type.Object({ report: threadSchema });
const own = { rule: 'user', owns: { param: 'id', resource: 'report', ownerOnly: true } } as const;
const common = { tag: 'reports', access: { rule: 'user' }, scopes: ['requests:write'] } as const;

/** The call that reports a problem, at one of its paths. */
function reportRoute(reports: ReportService, path: string, description: string): Route {
  return defineRoute({
    ...common,
    method: 'POST',
    path,
    summary: 'Report a problem with a book of the library',
    description,
    params: Type.Object({ asin }),
    body: Type.Object({ kind: kindSchema, text: textSchema }, { additionalProperties: false }),
    errors: ['not_in_library', 'already_reported', 'too_many_reports'],
    responses: { 201: one },
    async handler({ params, body, caller, address }) {
      return json({ report: presentThread(await reports.report(params.asin, body, { caller, address }), caller) }, 201);
    },
  });
}

/** A person's own reports. */
export function reportRoutes({ reports }: { readonly reports: ReportService }): Route[] {
  return [
    reportRoute(
      reports,
      '/api/audiobooks/{asin}/report-issue',
      'Admins are notified. A person has one open report for each recording, and makes at most 20 in 24 hours.',
    ),
    reportRoute(reports, '/audiobooks/{asin}/report-issue', 'The same as `POST /api/audiobooks/{asin}/report-issue`.'),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/user/reports',
      compress: true,
      summary: 'Your reports, newest first',
      scopes: ['read'],
      query: Type.Object({
        ...pageQuery,
        state: Type.Optional(stateSchema),
        asin: Type.Optional(Type.String({ ...asin, description: 'Only those about any edition of this recording.' })),
      }),
      responses: { 200: pageOf(reportSchema) },
      async handler({ query, caller }) {
        const { items, total } = await reports.own(caller.userId, query);
        return json({ items: items.map((report) => presentReport(report, caller)), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/reports/{id}',
      compress: true,
      summary: 'One of your reports with its thread',
      access: own,
      scopes: ['read'],
      params: idParams,
      responses: { 200: one },
      handler: async ({ params, caller }) => json({ report: presentThread(await reports.thread(params.id), caller) }),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/reports/{id}/answer',
      callerRateLimit: 'report-answer',
      summary: 'Write to the admins in one of your open reports',
      access: own,
      params: idParams,
      body: Type.Object({ text: textSchema }, { additionalProperties: false }),
      errors: ['report_closed', 'thread_full'],
      responses: { 200: one },
      async handler({ params, body, caller, address }) {
        return json({ report: presentThread(await reports.answer(params.id, 'reporter', body.text, { caller, address }), caller) });
      },
    }),
  ];
}
