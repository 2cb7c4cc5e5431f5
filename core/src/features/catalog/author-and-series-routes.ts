import type { CatalogAuthor, CatalogSeries } from '@lectern/plugin-api';
import Type, { type Static, type TSchema } from 'typebox';
import { pageOf } from '../../platform/http/page.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { CATALOG_ID, type FoundEntries } from './authors-and-series.js';
import type { CatalogService } from './catalog-service.js';
import { agedMembers, annotatedPage, bookListQuery, createListAnswer, WALKING, type ListAnswerDeps } from './list-answer.js';
import { remotePageQuery } from './routes.js';
import { FIRST_500 } from './whole-list.js';
import { sentence } from '../../platform/words/index.js';

const described = { id: Type.String(), name: Type.String(), description: Type.Optional(Type.String()) };
const authorSchema = Type.Object(
  {
    ...described,
    imageUrl: Type.Optional(Type.String({ description: 'Path of the picture on this server; absent where none is known.' })),
  },
  { $id: 'Author' },
);
const seriesSchema = Type.Object(described, { $id: 'Series' });
const seriesOfAuthor = Type.Object({
  name: Type.String(),
  id: Type.Optional(Type.String()),
  books: Type.Integer({ description: 'Books of the author in it; readings of one part count once.' }),
});

const params = Type.Object({ id: Type.String({ pattern: CATALOG_ID.source, maxLength: 50 }) });
const named = Type.Object({ q: Type.String({ minLength: 1, maxLength: 300 }), ...remotePageQuery });
const signedIn = { tag: 'books', access: { rule: 'user' }, scopes: ['read'], compress: true, method: 'GET' } as const;

function presentSeries({ id, name, description }: CatalogSeries): Static<typeof seriesSchema> {
  return { id, name, ...(description === undefined ? {} : { description }) };
}

function presentAuthor(author: CatalogAuthor): Static<typeof authorSchema> {
  return { ...presentSeries(author), ...(author.imageUrl === undefined ? {} : { imageUrl: `/api/authors/${author.id}/picture` }) };
}

/** Cuts a page out of the results of a search for names. */
function pageOfFound<T>(
  { items, stale, fetchedAt }: FoundEntries,
  { page, limit }: { page: number; limit: number },
  present: (entry: CatalogAuthor) => T,
) {
  const slice = items.slice((page - 1) * limit, page * limit).map(present);
  return json({ items: slice, page, limit, total: items.length, hasMore: page * limit < items.length, stale, fetchedAt });
}

const foundPage = <T extends TSchema>(item: T) => Type.Object({ ...pageOf(item).properties, hasMore: Type.Boolean(), ...agedMembers });

interface Deps extends ListAnswerDeps {
  readonly catalog: CatalogService;
}

function authorRoutes(deps: Deps): Route[] {
  const { catalog } = deps;
  const answer = createListAnswer(deps);
  return [
    defineRoute({
      ...signedIn,
      path: '/api/authors',
      summary: 'Search for authors by name',
      query: named,
      errors: ['catalogue_unavailable'],
      responses: { 200: foundPage(authorSchema) },
      handler: async ({ query }) => pageOfFound(await catalog.findAuthors(query.q.trim()), query, presentAuthor),
    }),
    defineRoute({
      ...signedIn,
      path: '/api/authors/{id}',
      summary: 'One author',
      params,
      errors: ['unknown_author', 'catalogue_unavailable'],
      responses: { 200: Type.Object({ author: authorSchema, ...agedMembers }) },
      async handler({ params: { id } }) {
        const author = await catalog.author(id);
        if (!author) throw new ApiError('unknown_author', sentence('problem.no_author'));
        return json({ author: presentAuthor(author), stale: author.stale, fetchedAt: author.fetchedAt });
      },
    }),
    defineRoute({
      ...signedIn,
      path: '/api/authors/{id}/books',
      callerRateLimit: WALKING,
      summary: 'Books of an author',
      params,
      query: Type.Object({ ...remotePageQuery, ...bookListQuery }),
      errors: ['unknown_author', 'catalogue_unavailable'],
      responses: { 200: annotatedPage },
      handler: async ({ params: { id }, query, caller }) => answer(query, caller, FIRST_500, (page) => catalog.authorBooks(id, page)),
    }),
    defineRoute({
      ...signedIn,
      path: '/api/authors/{id}/series',
      summary: 'Series of an author’s books, those with the most books first',
      params,
      errors: ['unknown_author', 'catalogue_unavailable'],
      responses: { 200: Type.Object({ items: Type.Array(seriesOfAuthor), ...agedMembers }) },
      handler: async ({ params: { id } }) => json(await catalog.authorSeries(id)),
    }),
  ];
}

function seriesRoutes(deps: Deps): Route[] {
  const { catalog } = deps;
  const answer = createListAnswer(deps);
  return [
    defineRoute({
      ...signedIn,
      path: '/api/series',
      summary: 'Search for series by name',
      query: named,
      errors: ['catalogue_unavailable'],
      responses: { 200: foundPage(seriesSchema) },
      handler: async ({ query }) => pageOfFound(await catalog.findSeries(query.q.trim()), query, presentSeries),
    }),
    defineRoute({
      ...signedIn,
      path: '/api/series/{id}',
      summary: 'One series',
      params,
      errors: ['unknown_series', 'catalogue_unavailable'],
      responses: { 200: Type.Object({ series: seriesSchema, ...agedMembers }) },
      async handler({ params: { id } }) {
        const series = await catalog.series(id);
        if (!series) throw new ApiError('unknown_series', sentence('problem.no_series'));
        return json({ series: presentSeries(series), stale: series.stale, fetchedAt: series.fetchedAt });
      },
    }),
    defineRoute({
      ...signedIn,
      path: '/api/series/{id}/books',
      callerRateLimit: WALKING,
      summary: 'Books of a series, in their order',
      params,
      query: Type.Object({ ...remotePageQuery, ...bookListQuery }),
      errors: ['unknown_series', 'catalogue_unavailable'],
      responses: { 200: annotatedPage },
      handler: async ({ params: { id }, query, caller }) => answer(query, caller, FIRST_500, (page) => catalog.seriesBooks(id, page)),
    }),
  ];
}

/** Routes for authors and series of the catalogue, with their books. */
export function authorAndSeriesRoutes(deps: Deps): Route[] {
  return [...authorRoutes(deps), ...seriesRoutes(deps)];
}
