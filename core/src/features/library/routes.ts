import Type from 'typebox';
import { pageOf, pageQuery, searchedForSchema } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { libraryBookSchema, libraryEntrySchema } from './library-entry.js';
import { LIBRARY_ORDERS, type LibraryService } from './library-service.js';

const libraryLoss = Type.Object(
  {
    integrationId: Type.String(),
    server: Type.String({ description: 'The name that the admin gave the media server.' }),
    libraryId: Type.String(),
    library: Type.String(),
    known: Type.Integer(),
    missing: Type.Integer(),
    examples: Type.Array(Type.String(), { description: 'The titles of some of them.' }),
  },
  { $id: 'LibraryLoss', description: 'Books that the last scan did not list but that still count as available.' },
);

/** The library for admins. */
export function libraryRoutes({ library }: { readonly library: LibraryService }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/library',
      compress: true,
      summary: 'Items of the media servers',
      tag: 'library',
      access: { rule: 'admin' },
      scopes: ['admin:read', 'library:read'],
      query: Type.Object({
        ...pageQuery,
        search: Type.Optional(Type.String({ maxLength: 200 })),
        integrationId: Type.Optional(Type.String({ maxLength: 36, description: 'The media server.' })),
        matched: Type.Optional(Type.Boolean({ description: 'Whether the item counts for a book.' })),
        together: Type.Optional(
          Type.Boolean({
            description: 'Whether items of one book are one entry, with the others in `alongside`; `total` then counts books.',
          }),
        ),
        sort: Type.Optional(Type.Enum([...LIBRARY_ORDERS], { description: 'Default: `addedAt`.' })),
        order: Type.Optional(
          Type.Union([Type.Literal('asc'), Type.Literal('desc')], { description: 'Default: the newest first, names from A to Z.' }),
        ),
      }),
      responses: {
        200: Type.Object({ ...pageOf(libraryBookSchema).properties, losses: Type.Array(libraryLoss), searchedFor: searchedForSchema }),
      },
      async handler({ query }) {
        const [found, losses] = await Promise.all([library.list(query), library.losses()]);
        return json({ ...found, page: query.page, limit: query.limit, losses });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/admin/library/scan',
      summary: 'Read all media servers in the background',
      description:
        'A scan that misses most of a library removes none of it, except a handful of books whose files are gone. `acceptLoss=true` says that whatever is not listed is gone for good, and removes it immediately.',
      tag: 'library',
      access: { rule: 'admin' },
      scopes: ['admin:write'],
      query: Type.Object({ acceptLoss: Type.Boolean({ default: false }) }),
      errors: ['scan_not_started'],
      responses: { 202: Type.Object({ jobId: Type.String() }) },
      handler: async (context) => json({ jobId: await library.startScan({ acceptLoss: context.query.acceptLoss }, actorOf(context)) }, 202),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/admin/library/{id}/link',
      summary: 'Link an item to a book by hand, or undo that',
      tag: 'library',
      access: { rule: 'admin' },
      scopes: ['admin:write'],
      params: Type.Object({ id: Type.String({ maxLength: 36 }) }),
      body: Type.Object({ asin: Type.Union([Type.String({ maxLength: 20 }), Type.Null()]) }, { additionalProperties: false }),
      errors: ['library_item_unknown', 'asin_invalid'],
      responses: { 200: Type.Object({ item: libraryEntrySchema }) },
      async handler({ params, body, caller, address }) {
        const actor = { id: caller.userId, name: caller.username, address };
        return json({ item: await library.linkItem(params.id, body.asin, actor) });
      },
    }),
  ];
}
