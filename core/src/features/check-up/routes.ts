import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { checkUpSchema, findingKindSchema, findingSchema, presentCheckUp, presentFinding } from './check-up-schemas.js';
import type { CheckUpService } from './check-up-service.js';

const reading = { method: 'GET', compress: true, tag: 'library', access: { rule: 'admin' }, scopes: ['admin:read'] } as const;
const writing = { method: 'POST', tag: 'library', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;

/** Check-ups of the library, for admins. */
export function checkUpRoutes({ checkUps }: { readonly checkUps: CheckUpService }): Route[] {
  return [
    defineRoute({
      ...reading,
      path: '/api/admin/library/check-up',
      summary: 'The last check-up of the library, and how much there is to look at',
      responses: { 200: checkUpSchema },
      handler: async () => json(presentCheckUp(await checkUps.state())),
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/library/check-up',
      summary: 'Check the library in the background',
      description:
        'Compares the length of each audiobook with that of the catalogue, and lists books of which nobody knows the ASIN. With `readsFiles` it also reads every audio file that this server can read, which takes hours in a large library. One check-up is under way at a time. Nothing is changed.',
      body: Type.Object({ readsFiles: Type.Boolean({ default: false }) }, { additionalProperties: false }),
      errors: ['check_up_under_way'],
      responses: { 202: checkUpSchema },
      handler: async (context) => json(presentCheckUp(await checkUps.start(context.body, actorOf(context))), 202),
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/library/check-up/cancel',
      summary: 'Stop the check-up',
      description: 'It stops after the present books. What it found stays.',
      errors: ['check_up_state'],
      responses: { 202: checkUpSchema },
      handler: async (context) => json(presentCheckUp(await checkUps.cancel(actorOf(context))), 202),
    }),
    defineRoute({
      ...reading,
      path: '/api/admin/library/findings',
      summary: 'What check-ups found, the worst first',
      description:
        'A finding goes when its item leaves the library or is linked to another book, or when a later check-up does not find it any more.',
      query: Type.Object({ ...pageQuery, kind: findingKindSchema, fine: Type.Boolean({ default: false }) }),
      responses: { 200: pageOf(findingSchema) },
      async handler({ query }) {
        const { items, total } = await checkUps.findings(query);
        return json({ items: items.map(presentFinding), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/library/findings/{id}/fine',
      summary: 'Say that a finding is fine, or take that back',
      description: 'It is not listed again until the book, or what is wrong with it, changes.',
      params: Type.Object({ id: Type.String({ maxLength: 36 }) }),
      body: Type.Object({ fine: Type.Boolean({ default: true }) }, { additionalProperties: false }),
      responses: { 204: null },
      async handler(context) {
        await checkUps.judge(context.params.id, context.body.fine, actorOf(context));
        return noContent();
      },
    }),
  ];
}
