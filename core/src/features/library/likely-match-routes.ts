import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { libraryEntrySchema } from './library-entry.js';
import { presentSuggestion, suggestionSchema } from './likely-match-schemas.js';
import type { LikelyMatchService } from './likely-match-service.js';

const asin = Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 });

const likelyMatchSchema = Type.Object(
  {
    item: Type.Object({
      ...libraryEntrySchema.properties,
      narrators: Type.Array(Type.String()),
      durationMinutes: Type.Optional(Type.Integer()),
    }),
    suggestions: Type.Array(suggestionSchema),
  },
  { $id: 'LikelyMatch', description: 'A book on a media server of which nobody knows the ASIN, and what it may be; the surest first.' },
);

/** Suggestions for admins; to accept one is to link the item. */
export function likelyMatchRoutes({ likelyMatches }: { readonly likelyMatches: LikelyMatchService }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/library/likely-matches',
      compress: true,
      summary: 'Items without a book, with the books that they may be',
      description:
        'Title, author and length make a suggestion, never a match: only an exact ASIN, the content of files that Lectern placed, or an admin decides. Accept one with `POST /api/admin/library/{id}/link`.',
      tag: 'library',
      access: { rule: 'admin' },
      scopes: ['admin:read', 'library:read'],
      query: Type.Object(pageQuery),
      responses: {
        200: Type.Object({
          ...pageOf(likelyMatchSchema).properties,
          waiting: Type.Integer({ description: 'Items that wait to be looked up in the catalogue.' }),
        }),
      },
      async handler({ query }) {
        const { items, total, waiting } = await likelyMatches.page(query);
        const shown = items.map(({ item, suggestions }) => ({
          item,
          suggestions: suggestions.map(presentSuggestion),
        }));
        return json({ items: shown, page: query.page, limit: query.limit, total, waiting });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/admin/library/{id}/reject',
      summary: 'Say that a likely match is wrong, or take that back',
      description: 'A rejected book is not suggested for the item again.',
      tag: 'library',
      access: { rule: 'admin' },
      scopes: ['admin:write'],
      params: Type.Object({ id: Type.String({ maxLength: 36 }) }),
      body: Type.Object({ asin, rejected: Type.Boolean({ default: true }) }, { additionalProperties: false }),
      responses: { 204: null },
      async handler(context) {
        const { params, body } = context;
        await likelyMatches.reject(params.id, body.asin, body.rejected, actorOf(context));
        return noContent();
      },
    }),
  ];
}
