import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import {
  confidenceSchema,
  filingSchema,
  presentFiling,
  presentTaken,
  presentTakeIn,
  takeInSchema,
  takenBookSchema,
  takenStateSchema,
} from './take-in-schemas.js';
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
      async handler({ params: { id: takeInId }, query, say }) {
        const { rows, total } = await takeIns.books(takeInId, query);
        return json({ items: rows.map((one) => presentTaken(one, say)), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...reading,
      path: '/api/admin/take-ins/{id}/filing',
      summary: 'Where books would be filed',
      description:
        'The old and the new place of each book that waits for a person and is taken for a book, at most 50 a page. It reads folders and changes nothing.',
      params,
      query: Type.Object({
        ...pageQuery,
        limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
        confidence: Type.Optional(confidenceSchema),
        bookId: Type.Optional(Type.String({ maxLength: 36, description: 'One book of the take-in.' })),
      }),
      errors: ['not_found'],
      responses: { 200: pageOf(filingSchema) },
      async handler({ params: { id: takeInId }, query: { page, limit, confidence, bookId }, signal, say }) {
        const choice = { ...(bookId === undefined ? {} : { ids: [bookId] }), ...(confidence ? { confidences: [confidence] } : {}) };
        const { items, total } = await takeIns.preview(takeInId, { choice, page, limit, signal });
        return json({ items: items.map((one) => presentFiling(one, say)), page, limit, total });
      },
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/take-ins/{id}/accept',
      summary: 'Take books into the library, where they are or under new names',
      description:
        'Those that are named, or all that wait for a person and have one of these confidences. A book without a guess is left out. `leave` touches no file; `file` moves the files of each book into the folder, and gives them the names, that the path template of the library gives. A book that cannot be moved stays where it is, in the state `refused` with the reason in `fault`. Either can be undone for 30 days.',
      params,
      body: Type.Object(
        {
          ids: Type.Optional(ids),
          confidences: Type.Optional(Type.Array(confidenceSchema, { minItems: 1, maxItems: 4 })),
          how: Type.Optional(
            Type.Union([Type.Literal('leave'), Type.Literal('file')], { description: 'What becomes of the files. Default: `leave`.' }),
          ),
        },
        closed,
      ),
      errors: ['not_found', 'invalid_request'],
      responses: { 202: counted },
      handler: async (context) => {
        const { ids: chosen, confidences, how = 'leave' } = context.body;
        const choice = { ...(chosen ? { ids: chosen } : {}), confidences: confidences ?? (chosen ? undefined : ['certain' as const]) };
        return json({ books: await takeIns.accept(context.params.id, choice, how, actorOf(context)) }, 202);
      },
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/take-ins/{id}/undo',
      summary: 'Take accepted books out of the library again',
      description:
        'Those that are named, or all. Files that were left where they are stay there, and filed ones go back to where they were. A book that cannot go back stays filed, with the reason in `fault`; one whose files somebody deleted is `gone`.',
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
        return json(presentTaken(await takeIns.correct(takeInId, bookId, context.body.asin, actorOf(context)), context.say));
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
      async handler({ query, say }) {
        const { items, total } = await takeIns.page(query);
        return json({ items: items.map((one) => presentTakeIn(one, say)), page: query.page, limit: query.limit, total });
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
      handler: async (context) => json(presentTakeIn(await takeIns.start(context.body.path, actorOf(context)), context.say), 202),
    }),
    defineRoute({
      ...reading,
      path: '/api/admin/take-ins/{id}',
      summary: 'How far a take-in is',
      params,
      errors: ['not_found'],
      responses: { 200: takeInSchema },
      handler: async (context) => json(presentTakeIn(await takeIns.get(context.params.id), context.say)),
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/take-ins/{id}/cancel',
      summary: 'Stop looking for books, or filing them',
      description: 'It stops after the present book. What was found can still be accepted, and what was filed stays so.',
      params,
      errors: ['not_found', 'take_in_state'],
      responses: { 202: takeInSchema },
      handler: async (context) => json(presentTakeIn(await takeIns.cancel(context.params.id, actorOf(context)), context.say), 202),
    }),
    defineRoute({
      ...reading,
      path: '/api/admin/taken-books/changed',
      summary: 'Books that were taken in and whose files are not there as they were',
      description:
        'Of all take-ins, the newest first, by what the daily look found. `POST /api/admin/take-ins/{id}/undo` takes one out of the library.',
      query: Type.Object(pageQuery),
      responses: { 200: pageOf(takenBookSchema) },
      async handler({ query, say }) {
        const { rows, total } = await takeIns.later(query);
        return json({ items: rows.map((one) => presentTaken(one, say)), page: query.page, limit: query.limit, total });
      },
    }),
    ...bookRoutes(takeIns),
  ];
}
