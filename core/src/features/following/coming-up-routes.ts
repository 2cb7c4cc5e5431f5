import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { annotatedBookSchema, type Annotate, type CatalogService } from '../catalog/index.js';
import type { ComingUp } from './coming-up.js';

const comingBookSchema = Type.Object(
  {
    releaseDate: Type.String({ description: 'YYYY-MM-DD' }),
    book: annotatedBookSchema,
    from: Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal('series'), Type.Literal('author')]),
        id: Type.String({ description: 'Of the entry among what you follow.' }),
        catalogId: Type.String({ description: 'The id of the series or author.' }),
        name: Type.String(),
      }),
      { description: 'What you follow that it belongs to; empty for a book that you only requested or joined.' },
    ),
    requested: Type.Boolean({ description: 'You have an open request for it.' }),
    subscribed: Type.Boolean({ description: 'You subscribe to somebody else’s open request for it.' }),
  },
  { $id: 'ComingBook' },
);

interface ComingUpRoutesDeps {
  readonly comingUp: ComingUp;
  readonly catalog: Pick<CatalogService, 'cached'>;
  readonly annotate: Annotate;
}

/** The books that a person waits for, by their day of release. */
export function comingUpRoutes({ comingUp, catalog, annotate }: ComingUpRoutesDeps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/user/coming-up',
      compress: true,
      tag: 'following',
      access: { rule: 'user' },
      scopes: ['read'],
      summary: 'Books to come of what you follow, requested or subscribe to, the next first',
      query: Type.Object(pageQuery),
      responses: { 200: pageOf(comingBookSchema) },
      async handler({ query: { page, limit }, caller }) {
        const all = await comingUp(caller.userId);
        const shown = all.slice((page - 1) * limit, page * limit);
        const stored = await catalog.cached(shown.map(({ asin }) => asin));
        const annotated = await annotate([...stored.values()], caller);
        const books = new Map(annotated.map((book) => [book.asin, book]));
        const items = shown.flatMap(({ asin, releaseDate, from, isRequested, isSubscribed }) => {
          const book = books.get(asin);
          return book ? [{ releaseDate, book, from, requested: isRequested, subscribed: isSubscribed }] : [];
        });
        return json({ items, page, limit, total: all.length });
      },
    }),
  ];
}
