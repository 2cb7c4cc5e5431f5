import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { confidenceSchema, presentTaken, presentTakeIn, takeInSchema, takenBookSchema, takenStateSchema } from './take-in-schemas.js';
import type { TakeInService } from './take-in-service.js';

const reading = { method: 'GET', compress: true, tag: 'library', access: { rule: 'admin' }, scopes: ['admin:read'] } as const;
const writing = { method: 'POST', tag: 'library', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;
const id = Type.String({ maxLength: 36 });
const params = Type.Object({ id });
const closed = { additionalProperties: false };
const ids = Type.Array(id, { minItems: 1, maxItems: 500, description: 'Of the books.' });
const counted = Type.Object({ books: Type.Integer({ description: 'How many books it is about.' }) });

/** Routes of what is found, and of what people decide about it. */
function bookRoutes(takeIns: TakeInService): Route[] {
  return [
    defineRoute({
      ...reading,
      path: '/api/admin/take-ins/{id}/books',
      summary: 'The books that were found, in the order of their folders',
      params,
      query: Type.Object({ ...pageQuery, confidence: Type.Optional(confidenceSchema), state: Type.Optional(takenStateSchema) }),
      errors: ['not_found'],
      responses: { 200: pageOf(takenBookSchema) },
      async handler({ params: { id: takeInId }, query }) {
        const { rows, total } = await takeIns.books(takeInId, query);
        return json({ items: rows.map(presentTaken), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/take-ins/{id}/accept',
      summary: 'Take books into the library where they are',
      description:
        'Those that are named, or all that wait for a person and have one of these confidences. No file is touched. A book without a guess is left out. It can be undone for 30 days.',
      params,
      body: Type.Object(
        { ids: Type.Optional(ids), confidences: Type.Optional(Type.Array(confidenceSchema, { minItems: 1, maxItems: 4 })) },
        closed,
      ),
      errors: ['not_found', 'invalid_request'],
      responses: { 202: counted },
      handler: async (context) => {
        const { ids: chosen, confidences } = context.body;
        const choice = { ...(chosen ? { ids: chosen } : {}), confidences: confidences ?? (chosen ? undefined : ['certain' as const]) };
        return json({ books: await takeIns.accept(context.params.id, choice, actorOf(context)) }, 202);
      },
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/take-ins/{id}/undo',
      summary: 'Take accepted books out of the library again',
      description: 'Those that are named, or all. Their files stay where they are.',
      params,
      body: Type.Object({ ids: Type.Optional(ids) }, closed),
      errors: ['not_found'],
      responses: { 202: counted },
      handler: async (context) => json({ books: await takeIns.undo(context.params.id, context.body.ids, actorOf(context)) }, 202),
    }),
    defineRoute({
      ...writing,
      method: 'PUT',
      path: '/api/admin/take-ins/{id}/books/{bookId}',
      summary: 'Say which book it is',
      description: 'A book that a person chose counts as certain.',
      params: Type.Object({ id, bookId: id }),
      body: Type.Object(
        {
          asin: Type.Union([Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }), Type.Null()], {
            description: '`null`: it is none of them.',
          }),
        },
        closed,
      ),
      errors: ['not_found', 'take_in_state', 'unknown_book', 'catalogue_unavailable'],
      responses: { 200: takenBookSchema },
      handler: async (context) => {
        const { id: takeInId, bookId } = context.params;
        return json(presentTaken(await takeIns.correct(takeInId, bookId, context.body.asin, actorOf(context))));
      },
    }),
  ];
}

/** Libraries that are taken in, for admins. */
export function takeInRoutes({ takeIns }: { readonly takeIns: TakeInService }): Route[] {
  return [
    defineRoute({
      ...reading,
      path: '/api/admin/take-ins',
      summary: 'Libraries that were taken in, newest first',
      query: Type.Object(pageQuery),
      responses: { 200: pageOf(takeInSchema) },
      async handler({ query }) {
        const { items, total } = await takeIns.page(query);
        return json({ items: items.map(presentTakeIn), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/take-ins',
      summary: 'Find the audiobooks of a folder, and which books they are',
      description:
        'A job reads names, tags and lengths below the folder and asks the catalogue. Nothing is changed before somebody accepts. One library is taken in at a time.',
      body: Type.Object({ path: Type.String({ minLength: 1, maxLength: 4000, description: 'From the root of the server.' }) }, closed),
      errors: ['take_in_under_way', 'path_not_absolute', 'path_no_access', 'path_not_found', 'path_not_folder'],
      responses: { 202: takeInSchema },
      handler: async (context) => json(presentTakeIn(await takeIns.start(context.body.path, actorOf(context))), 202),
    }),
    defineRoute({
      ...reading,
      path: '/api/admin/take-ins/{id}',
      summary: 'How far a take-in is',
      params,
      errors: ['not_found'],
      responses: { 200: takeInSchema },
      handler: async (context) => json(presentTakeIn(await takeIns.get(context.params.id))),
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/take-ins/{id}/cancel',
      summary: 'Stop looking for books',
      description: 'It stops after the present book. What was found can still be accepted.',
      params,
      errors: ['not_found', 'take_in_state'],
      responses: { 202: takeInSchema },
      handler: async (context) => json(presentTakeIn(await takeIns.cancel(context.params.id, actorOf(context))), 202),
    }),
    ...bookRoutes(takeIns),
  ];
}
