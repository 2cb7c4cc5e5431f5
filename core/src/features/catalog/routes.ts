import Type from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route, type RouteAnswer } from '../../platform/http/route.js';
import type { Caller } from '../../platform/http/route.js';
import type { Annotate } from './annotate.js';
import type { BookPage } from './book-page.js';
import { CATEGORY_ID } from './catalog-categories.js';
import type { CatalogService } from './catalog-service.js';
import { annotatedBookSchema } from './schemas.js';

/** A page of books with their state for the caller. */
export const annotatedPage = Type.Object({
  items: Type.Array(annotatedBookSchema),
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer({
    description:
      'How many books are known so far, before recordings of one work are merged. It grows from page to page when the catalogue does not say how many there are: continue while `hasMore`, and show no number until then.',
  }),
  hasMore: Type.Boolean({ description: 'There is another page.' }),
  stale: Type.Optional(Type.Boolean({ description: 'The catalogue is not answering; this is what was known before.' })),
  fetchedAt: Type.Optional(Type.String()),
});

const categorySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  children: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
});

/** Plugins hand out at most 50 books at a time. */
export const remotePageQuery = { ...pageQuery, limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }) };

const signedIn = { tag: 'books', access: { rule: 'user' }, scopes: ['read'] } as const;

/** Answers a page of books to a caller. */
export function bookPageAnswer(annotate: Annotate): (page: BookPage, caller: Caller) => Promise<RouteAnswer> {
  return async ({ items, page, limit, total, stale, fetchedAt, groups }, caller) =>
    json({ items: await annotate(items, caller, groups), page, limit, total, hasMore: page * limit < total, stale, fetchedAt });
}

/** Routes to search and browse the catalogue. */
export function catalogRoutes({ catalog, annotate }: { readonly catalog: CatalogService; readonly annotate: Annotate }): Route[] {
  const answer = bookPageAnswer(annotate);

  // Fixed paths come before `{asin}`, because the first match answers.
  return [
    defineRoute({
      ...signedIn,
      method: 'GET',
      path: '/api/audiobooks/search',
      compress: true,
      summary: 'Search the catalogue',
      query: Type.Object({ q: Type.String({ minLength: 1, maxLength: 300 }), ...remotePageQuery }),
      errors: ['catalogue_unavailable'],
      responses: { 200: annotatedPage },
      handler: async ({ query: { q, page, limit }, caller }) => answer(await catalog.search({ text: q, page, limit }), caller),
    }),
    defineRoute({
      ...signedIn,
      method: 'GET',
      path: '/api/audiobooks/popular',
      compress: true,
      summary: 'Popular books',
      query: Type.Object(pageQuery),
      responses: { 200: annotatedPage },
      handler: async ({ query, caller }) => answer(await catalog.popular(query), caller),
    }),
    defineRoute({
      ...signedIn,
      method: 'GET',
      path: '/api/audiobooks/new-releases',
      compress: true,
      summary: 'Recently released books',
      query: Type.Object(pageQuery),
      responses: { 200: annotatedPage },
      handler: async ({ query, caller }) => answer(await catalog.newReleases(query), caller),
    }),
    defineRoute({
      ...signedIn,
      method: 'GET',
      path: '/api/audiobooks/category/{id}',
      compress: true,
      summary: 'Books of a category',
      params: Type.Object({ id: Type.String({ pattern: CATEGORY_ID.source, maxLength: 100 }) }),
      query: Type.Object(remotePageQuery),
      errors: ['unknown_category', 'catalogue_unavailable'],
      responses: { 200: annotatedPage },
      handler: async ({ params, query, caller }) => answer(await catalog.category(params.id, query), caller),
    }),
    defineRoute({
      ...signedIn,
      method: 'GET',
      path: '/api/categories',
      compress: true,
      summary: 'Categories of the catalogue',
      errors: ['catalogue_unavailable'],
      responses: {
        200: Type.Object({
          items: Type.Array(categorySchema),
          stale: Type.Optional(Type.Boolean({ description: 'The catalogue is not answering; this is what was known before.' })),
          fetchedAt: Type.Optional(Type.String()),
        }),
      },
      handler: async () => json(await catalog.categories()),
    }),
    defineRoute({
      ...signedIn,
      method: 'GET',
      path: '/api/audiobooks/{asin}',
      compress: true,
      summary: 'One book, with other editions of the same recording',
      params: Type.Object({ asin: Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }) }),
      errors: ['unknown_book', 'catalogue_unavailable'],
      responses: { 200: Type.Object({ book: annotatedBookSchema, editions: Type.Array(annotatedBookSchema) }) },
      async handler({ params: { asin }, caller, signal }) {
        const book = await catalog.book(asin, { signal });
        if (!book) throw new ApiError('unknown_book', 'The catalogue has no such book.');
        const siblings = (await catalog.siblings([asin])).get(asin) ?? [];
        const known = await catalog.cached(siblings, book.region);
        const editions = siblings.flatMap((sibling) => known.get(sibling) ?? []);
        const [first, ...others] = await annotate([book, ...editions], caller);
        return json({ book: first, editions: others });
      },
    }),
  ];
}
