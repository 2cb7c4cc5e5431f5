import type { CatalogBook } from '@lectern/plugin-api';
import Type from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { CATEGORY_ID } from './catalog-categories.js';
import type { BookOptions, CatalogService } from './catalog-service.js';
import { agedMembers, annotatedPage, bookListQuery, createListAnswer, WALKING, type ListAnswerDeps } from './list-answer.js';
import { isCatalogUnavailable } from './catalog-source.js';
import { toCatalogBook, type LibraryBookOf } from './library-book.js';
import { annotatedBookSchema, regionId } from './schemas.js';
import { FIRST_200, KEPT } from './whole-list.js';
import { sentence } from '../../platform/words/index.js';

const categorySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  children: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
});

/** Plugins hand out at most 50 books at a time. */
export const remotePageQuery = { ...pageQuery, limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }) };

interface Deps extends ListAnswerDeps {
  readonly catalog: CatalogService;
  readonly libraryBookOf: LibraryBookOf;
}

const signedIn = { tag: 'books', access: { rule: 'user' }, scopes: ['read'] } as const;

/** Routes to browse the catalogue. */
export function catalogRoutes(deps: Deps): Route[] {
  const { catalog, annotate } = deps;
  const { libraryBookOf } = deps;
  const answer = createListAnswer(deps);

  /** The book that the catalogue has; the fault where it could not be asked, since the library may have the book. */
  async function fromCatalogue(asin: string, options: BookOptions): Promise<{ book?: CatalogBook; fault?: Error }> {
    try {
      const book = await catalog.book(asin, options);
      return book ? { book } : {};
    } catch (error) {
      if (!isCatalogUnavailable(error)) throw error;
      return { fault: error as Error };
    }
  }

  // Fixed paths come before `{asin}`, because the first match answers.
  return [
    defineRoute({
      ...signedIn,
      method: 'GET',
      path: '/api/audiobooks/popular',
      compress: true,
      summary: 'Popular books',
      query: Type.Object({ ...pageQuery, ...bookListQuery }),
      responses: { 200: annotatedPage },
      handler: async ({ query, caller }) => answer(query, caller, KEPT, (page) => catalog.popular(page)),
    }),
    defineRoute({
      ...signedIn,
      method: 'GET',
      path: '/api/audiobooks/new-releases',
      compress: true,
      summary: 'Recently released books',
      query: Type.Object({ ...pageQuery, ...bookListQuery }),
      responses: { 200: annotatedPage },
      handler: async ({ query, caller }) => answer(query, caller, KEPT, (page) => catalog.newReleases(page)),
    }),
    defineRoute({
      ...signedIn,
      method: 'GET',
      path: '/api/audiobooks/category/{id}',
      callerRateLimit: WALKING,
      compress: true,
      summary: 'Books of a category',
      params: Type.Object({ id: Type.String({ pattern: CATEGORY_ID.source, maxLength: 100 }) }),
      query: Type.Object({ ...remotePageQuery, ...bookListQuery }),
      errors: ['unknown_category', 'catalogue_unavailable'],
      responses: { 200: annotatedPage },
      handler: async ({ params, query, caller }) => answer(query, caller, FIRST_200, (page) => catalog.category(params.id, page)),
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
          ...agedMembers,
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
      query: Type.Object({ region: Type.Optional(regionId) }),
      errors: ['unknown_book', 'unknown_region', 'catalogue_unavailable'],
      description:
        'A book of the library that the catalogue does not know, or cannot be asked about, has what its media server says of it, and `inCatalogue` is false.',
      responses: {
        200: Type.Object({
          book: annotatedBookSchema,
          editions: Type.Array(annotatedBookSchema),
          inCatalogue: Type.Boolean({ description: 'Whether the catalogue knows it. What it does not know cannot be requested.' }),
        }),
      },
      async handler({ params: { asin }, query: { region }, caller, signal }) {
        const found = await fromCatalogue(asin, { signal, ...(region === undefined ? {} : { region }) });
        const own = found.book ? undefined : await libraryBookOf(asin);
        const book = found.book ?? (own && toCatalogBook(own, region ?? (await catalog.region())));
        if (!book) throw found.fault ?? new ApiError('unknown_book', sentence('problem.no_book'));
        const siblings = (await catalog.siblings([asin])).get(asin) ?? [];
        const known = await catalog.cached(siblings, book.region);
        const editions = siblings.flatMap((sibling) => known.get(sibling) ?? []);
        const [first, ...others] = await annotate([book, ...editions], caller);
        // its media server has the cover, if there is one
        const shown = own?.hasCover === true && first ? { ...first, coverUrl: `/api/covers/${asin}` } : first;
        return json({ book: shown, editions: others, inCatalogue: found.book !== undefined });
      },
    }),
  ];
}
