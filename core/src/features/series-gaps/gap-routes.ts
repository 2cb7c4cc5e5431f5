import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { CATALOG_ID } from '../catalog/index.js';
import type { SeriesGapService } from './gap-service.js';
import { GAP_ORDERS, type GapOrder } from './gap-store.js';

const maybeTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

const seriesGapSchema = Type.Object(
  {
    seriesId: Type.String(),
    name: Type.String(),
    owned: Type.Integer({ description: 'Parts in the library. Two readings of one part count once.' }),
    missing: Type.Integer({ description: 'Parts that are out and not in the library.' }),
    upcoming: Type.Integer({ description: 'Parts that are announced.' }),
    requested: Type.Integer({ description: 'How many of the missing parts somebody has requested; the first fifty are looked at.' }),
    parts: Type.Array(
      Type.Object({
        asin: Type.String(),
        title: Type.String(),
        part: Type.Optional(Type.String()),
        requested: Type.Boolean({ description: 'Somebody has a request for it.' }),
      }),
      { description: 'The first missing parts, at most twelve, in the order of the series.' },
    ),
    walkedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'When the catalogue was last asked.' }),
    dismissedAt: maybeTime,
    dismissedBy: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'SeriesGap', description: 'A series of which the library has some parts and lacks others.' },
);

const progressSchema = Type.Object({
  series: Type.Integer({ description: 'Series of which the library has a book.' }),
  walked: Type.Integer({ description: 'Those whose parts are known.' }),
  lastWalkedAt: maybeTime,
});

/** Series with gaps over the whole library, for admins. */
export function gapRoutes({ seriesGaps }: { readonly seriesGaps: SeriesGapService }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/library/series-gaps',
      compress: true,
      summary: 'Series of which the library lacks parts',
      description:
        'Read from the catalogue in the background, a few series at a time; `progress` says how far it is. Request what is missing with `POST /api/requests/batch`.',
      tag: 'library',
      access: { rule: 'admin' },
      scopes: ['admin:read', 'library:read'],
      query: Type.Object({
        ...pageQuery,
        search: Type.Optional(Type.String({ maxLength: 200 })),
        sort: Type.Unsafe<GapOrder>(
          Type.Union(
            GAP_ORDERS.map((order) => Type.Literal(order)),
            { default: 'missing' },
          ),
        ),
        dismissed: Type.Boolean({ default: false, description: 'Lists those that were dismissed, and no others.' }),
      }),
      responses: { 200: Type.Object({ ...pageOf(seriesGapSchema).properties, progress: progressSchema }) },
      async handler({ query }) {
        const { items, total, progress } = await seriesGaps.page(query);
        return json({ items: [...items], page: query.page, limit: query.limit, total, progress });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/admin/library/series-gaps/{id}/dismiss',
      summary: 'Say that the rest of a series is not wanted, or take that back',
      tag: 'library',
      access: { rule: 'admin' },
      scopes: ['admin:write'],
      params: Type.Object({ id: Type.String({ pattern: CATALOG_ID.source, maxLength: 50 }) }),
      body: Type.Object({ dismissed: Type.Boolean({ default: true }) }, { additionalProperties: false }),
      responses: { 204: null },
      async handler(context) {
        await seriesGaps.dismiss(context.params.id, context.body.dismissed, actorOf(context));
        return noContent();
      },
    }),
  ];
}
