import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { moveStateSchema, presentMove, presentRename, renameMoveSchema, renameSchema } from './rename-schemas.js';
import type { RenameService } from './rename-service.js';

const named = Type.Object({ id: Type.String({ maxLength: 36 }) });
const MOST_REQUESTS = 500;

const reading = { method: 'GET', compress: true, tag: 'library', access: { rule: 'admin' }, scopes: ['admin:read'] } as const;
const writing = { method: 'POST', tag: 'library', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;

/** Renaming placed books, for admins. */
export function renameRoutes({ renames }: { readonly renames: RenameService }): Route[] {
  return [
    defineRoute({
      ...reading,
      path: '/api/admin/renames',
      summary: 'Renames, newest first',
      query: Type.Object(pageQuery),
      responses: { 200: pageOf(renameSchema) },
      async handler({ query, say }) {
        const { items, total } = await renames.page(query);
        return json({ items: items.map((one) => presentRename(one, say)), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/renames',
      summary: 'Plan to rename books',
      description:
        'Works out in the background which folders and names the books of these requests, or all books that Lectern placed, would get today. Nothing is moved before the plan is started. One rename is under way at a time. A plan that nobody starts expires after 24 hours.',
      body: Type.Union([
        Type.Object(
          { requestIds: Type.Array(Type.String({ maxLength: 36 }), { minItems: 1, maxItems: MOST_REQUESTS }) },
          { additionalProperties: false },
        ),
        Type.Object({ everything: Type.Literal(true) }, { additionalProperties: false }),
      ]),
      errors: ['rename_under_way'],
      responses: { 202: renameSchema },
      handler: async (context) => json(presentRename(await renames.create(context.body, actorOf(context)), context.say), 202),
    }),
    defineRoute({
      ...reading,
      path: '/api/admin/renames/{id}',
      summary: 'A rename',
      params: named,
      responses: { 200: renameSchema },
      handler: async ({ params, say }) => json(presentRename(await renames.get(params.id), say)),
    }),
    defineRoute({
      ...reading,
      path: '/api/admin/renames/{id}/moves',
      summary: 'The books of a rename, with their old and new folders',
      description: 'Books that are where they belong are counted in the rename, and not listed.',
      params: named,
      query: Type.Object({ ...pageQuery, state: Type.Optional(moveStateSchema) }),
      responses: { 200: pageOf(renameMoveSchema) },
      async handler({ params, query, say }) {
        const { rows, total } = await renames.moves(params.id, query);
        return json({ items: rows.map((one) => presentMove(one, say)), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/renames/{id}/start',
      summary: 'Rename the books of a plan',
      description: 'Moves exactly the books that the plan lists as planned. A book that changed since is left where it is.',
      params: named,
      errors: ['rename_under_way', 'rename_state'],
      responses: { 202: renameSchema },
      handler: async (context) => json(presentRename(await renames.start(context.params.id, actorOf(context)), context.say), 202),
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/renames/{id}/cancel',
      summary: 'Stop planning, renaming or undoing',
      description: 'It stops after the current book. What was moved stays where it is, and can be undone.',
      params: named,
      errors: ['rename_state'],
      responses: { 202: renameSchema },
      handler: async (context) => json(presentRename(await renames.cancel(context.params.id, actorOf(context)), context.say), 202),
    }),
    defineRoute({
      ...writing,
      path: '/api/admin/renames/{id}/undo',
      summary: 'Put renamed books back',
      description: 'Possible until `undoableUntil`, for each book that still lies where the rename put it. The last one moved goes first.',
      params: named,
      errors: ['rename_under_way', 'rename_state'],
      responses: { 202: renameSchema },
      handler: async (context) => json(presentRename(await renames.undo(context.params.id, actorOf(context)), context.say), 202),
    }),
    defineRoute({
      ...writing,
      method: 'DELETE',
      path: '/api/admin/renames/{id}',
      summary: 'Delete a plan that was never started',
      params: named,
      errors: ['rename_state'],
      responses: { 204: null },
      async handler(context) {
        await renames.remove(context.params.id, actorOf(context));
        return noContent();
      },
    }),
  ];
}
