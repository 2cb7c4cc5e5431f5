import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { annotatedBookSchema, type Annotate } from '../catalog/index.js';
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
      { description: 'What you follow that it belongs to; empty for a book that you only requested.' },
    ),
  },
  { $id: 'ComingBook' },
);

/** The books that a person waits for, by their day of release. */
export function comingUpRoutes({ comingUp, annotate }: { readonly comingUp: ComingUp; readonly annotate: Annotate }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/user/coming-up',
      compress: true,
      tag: 'following',
      access: { rule: 'user' },
      scopes: ['read'],
      summary: 'Books to come of what you follow or requested, the next first',
      query: Type.Object(pageQuery),
      responses: { 200: pageOf(comingBookSchema) },
      async handler({ query: { page, limit }, caller }) {
        const all = await comingUp(caller.userId);
        const shown = all.slice((page - 1) * limit, page * limit);
        const books = await annotate(
          shown.map(({ book }) => book),
          caller,
        );
        const items = shown.flatMap(({ releaseDate, from }, index) => {
          const book = books[index];
          return book ? [{ releaseDate, book, from }] : [];
        });
        return json({ items, page, limit, total: all.length });
      },
    }),
  ];
}
