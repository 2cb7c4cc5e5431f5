import type { CatalogAuthor, CatalogSeries } from '@lectern/plugin-api';
import Type from 'typebox';
import { pageOf } from '../../platform/http/page.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { Annotate } from './annotate.js';
import { CATALOG_ID } from './authors-and-series.js';
import type { CatalogService } from './catalog-service.js';
import { annotatedPage, bookPageAnswer, remotePageQuery } from './routes.js';

const described = { id: Type.String(), name: Type.String(), description: Type.Optional(Type.String()) };
const authorSchema = Type.Object(described, { $id: 'Author' });
const seriesSchema = Type.Object(described, { $id: 'Series' });

const params = Type.Object({ id: Type.String({ pattern: CATALOG_ID.source, maxLength: 50 }) });
const named = Type.Object({ q: Type.String({ minLength: 1, maxLength: 300 }), ...remotePageQuery });
const signedIn = { tag: 'books', access: { rule: 'user' }, scopes: ['read'], compress: true, method: 'GET' } as const;

function present({ id, name, description }: CatalogAuthor | CatalogSeries): { id: string; name: string; description?: string } {
  return { id, name, ...(description === undefined ? {} : { description }) };
}

/** Cuts a page out of the results of a search for names. */
function pageOfFound(found: readonly (CatalogAuthor | CatalogSeries)[], { page, limit }: { page: number; limit: number }) {
  const items = found.slice((page - 1) * limit, page * limit).map(present);
  return json({ items, page, limit, total: found.length, hasMore: page * limit < found.length });
}

const foundPage = (item: typeof authorSchema) => Type.Intersect([pageOf(item), Type.Object({ hasMore: Type.Boolean() })]);

interface Deps {
  readonly catalog: CatalogService;
  readonly annotate: Annotate;
}

function authorRoutes({ catalog, annotate }: Deps): Route[] {
  const answer = bookPageAnswer(annotate);
  return [
    defineRoute({
      ...signedIn,
      path: '/api/authors',
      summary: 'Search for authors by name',
      query: named,
      errors: ['catalogue_unavailable'],
      responses: { 200: foundPage(authorSchema) },
      handler: async ({ query }) => pageOfFound(await catalog.findAuthors(query.q.trim()), query),
    }),
    defineRoute({
      ...signedIn,
      path: '/api/authors/{id}',
      summary: 'One author',
      params,
      errors: ['unknown_author', 'catalogue_unavailable'],
      responses: { 200: Type.Object({ author: authorSchema }) },
      async handler({ params: { id } }) {
        const author = await catalog.author(id);
        if (!author) throw new ApiError('unknown_author', 'The catalogue has no such author.');
        return json({ author: present(author) });
      },
    }),
    defineRoute({
      ...signedIn,
      path: '/api/authors/{id}/books',
      summary: 'Books of an author',
      params,
      query: Type.Object(remotePageQuery),
      errors: ['unknown_author', 'catalogue_unavailable'],
      responses: { 200: annotatedPage },
      handler: async ({ params: { id }, query, caller }) => answer(await catalog.authorBooks(id, query), caller),
    }),
  ];
}

function seriesRoutes({ catalog, annotate }: Deps): Route[] {
  const answer = bookPageAnswer(annotate);
  return [
    defineRoute({
      ...signedIn,
      path: '/api/series',
      summary: 'Search for series by name',
      query: named,
      errors: ['catalogue_unavailable'],
      responses: { 200: foundPage(seriesSchema) },
      handler: async ({ query }) => pageOfFound(await catalog.findSeries(query.q.trim()), query),
    }),
    defineRoute({
      ...signedIn,
      path: '/api/series/{id}',
      summary: 'One series',
      params,
      errors: ['unknown_series', 'catalogue_unavailable'],
      responses: { 200: Type.Object({ series: seriesSchema }) },
      async handler({ params: { id } }) {
        const series = await catalog.series(id);
        if (!series) throw new ApiError('unknown_series', 'The catalogue has no such series.');
        return json({ series: present(series) });
      },
    }),
    defineRoute({
      ...signedIn,
      path: '/api/series/{id}/books',
      summary: 'Books of a series, in their order',
      params,
      query: Type.Object(remotePageQuery),
      errors: ['unknown_series', 'catalogue_unavailable'],
      responses: { 200: annotatedPage },
      handler: async ({ params: { id }, query, caller }) => answer(await catalog.seriesBooks(id, query), caller),
    }),
  ];
}

/** Routes for authors and series of the catalogue, with their books. */
export function authorAndSeriesRoutes(deps: Deps): Route[] {
  return [...authorRoutes(deps), ...seriesRoutes(deps)];
}
