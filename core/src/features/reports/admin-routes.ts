import Type from 'typebox';
import type { ErrorName } from '../../error-codes/error-codes.js';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { evidenceOf, type EvidenceDeps } from './evidence.js';
import { readPlacedTags, type PlacedTagsDeps } from './placed-tags.js';
import type { ReportService } from './report-service.js';
import type { Decision } from './report-threads.js';
import {
  evidenceSchema,
  optionalTextBody,
  placedTagsSchema,
  presentEvidence,
  presentReport,
  presentThread,
  reportSchema,
  stateSchema,
  textSchema,
  threadSchema,
} from './schemas.js';

export interface AdminReportDeps extends EvidenceDeps, PlacedTagsDeps {
  readonly reports: ReportService;
}

const BASE = '/api/admin/reports';
const idParams = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const one = Type.Object({ report: threadSchema });
const reads = { tag: 'reports', access: { rule: 'admin' }, scopes: ['admin:read'] } as const;
const writes = { ...reads, scopes: ['admin:write'] } as const;

const countsSchema = Type.Object({
  open: Type.Integer(),
  resolved: Type.Integer(),
  dismissed: Type.Integer(),
  waiting: Type.Integer({ description: 'Open ones whose reporter wrote last.' }),
});

function readingRoutes({ reports, ...deps }: AdminReportDeps): Route[] {
  return [
    defineRoute({
      ...reads,
      method: 'GET',
      path: BASE,
      compress: true,
      summary: 'Reports of all people; those that changed last come first',
      query: Type.Object({ ...pageQuery, state: Type.Optional(stateSchema) }),
      responses: { 200: Type.Object({ ...pageOf(reportSchema).properties, counts: countsSchema }) },
      async handler({ query, caller }) {
        const { items, total, counts } = await reports.all(query);
        return json({ items: items.map((report) => presentReport(report, caller)), page: query.page, limit: query.limit, total, counts });
      },
    }),
    defineRoute({
      ...reads,
      method: 'GET',
      path: `${BASE}/{id}`,
      compress: true,
      summary: 'A report with its thread and the evidence',
      params: idParams,
      responses: { 200: Type.Object({ report: threadSchema, evidence: evidenceSchema }) },
      async handler({ params, caller }) {
        const thread = await reports.thread(params.id);
        const evidence = await evidenceOf(deps, await reports.editionsOf(thread.report.asin));
        return json({ report: presentThread(thread, caller), evidence: presentEvidence(evidence) });
      },
    }),
    defineRoute({
      ...reads,
      method: 'GET',
      path: `${BASE}/{id}/tags`,
      compress: true,
      summary: 'What the first audio file that Lectern placed for the book says of itself',
      params: idParams,
      responses: {
        200: Type.Object({
          file: Type.Union([placedTagsSchema, Type.Null()]),
          why: Type.Union([Type.Literal('not_placed'), Type.Literal('gone'), Type.Literal('unreadable'), Type.Null()], {
            description: 'Why there is no file to read.',
          }),
        }),
      },
      async handler({ params, signal }) {
        const { report } = await reports.thread(params.id);
        const found = await readPlacedTags(deps, await reports.editionsOf(report.asin), signal);
        return json(typeof found === 'string' ? { file: null, why: found } : { file: { ...found, tags: [...found.tags] }, why: null });
      },
    }),
  ];
}

function decisionRoute(reports: ReportService, verb: string, decision: Decision, summary: string, errors: readonly ErrorName[]): Route {
  return defineRoute({
    ...writes,
    method: 'POST',
    path: `${BASE}/{id}/${verb}`,
    summary,
    params: idParams,
    body: optionalTextBody,
    errors,
    responses: { 200: one },
    async handler({ params, body, caller, address }) {
      return json({ report: presentThread(await reports.decide(params.id, decision, body.text ?? '', { caller, address }), caller) });
    },
  });
}

/** Reports for admins. */
export function adminReportRoutes(deps: AdminReportDeps): Route[] {
  const { reports } = deps;
  return [
    ...readingRoutes(deps),
    defineRoute({
      ...writes,
      method: 'POST',
      path: `${BASE}/{id}/answer`,
      summary: 'Write to the reporter in an open report',
      params: idParams,
      body: Type.Object({ text: textSchema }, { additionalProperties: false }),
      errors: ['report_closed', 'thread_full'],
      responses: { 200: one },
      async handler({ params, body, caller, address }) {
        return json({ report: presentThread(await reports.answer(params.id, 'admin', body.text, { caller, address }), caller) });
      },
    }),
    decisionRoute(reports, 'resolve', 'resolved', 'Close an open report, because the problem is gone', ['report_closed']),
    decisionRoute(reports, 'dismiss', 'dismissed', 'Close an open report, because nothing will be done', ['report_closed']),
    decisionRoute(reports, 'reopen', 'reopened', 'Open a closed report again', ['report_open', 'already_reported']),
  ];
}
