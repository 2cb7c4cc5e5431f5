import Type from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { CatalogService } from './catalog-service.js';
import { annotatedPage, bookListQuery, createListAnswer, WALKING, type ListAnswerDeps } from './list-answer.js';
import { remotePageQuery } from './routes.js';
import { FIRST_200 } from './whole-list.js';
import { sentence } from '../../platform/words/index.js';

const regionOutcome = Type.Object({
  id: Type.String(),
  outcome: Type.Union(
    ['answered', 'kept', 'failed', 'unknown'].map((outcome) => Type.Literal(outcome)),
    {
      description:
        '`kept`: it is not answering, and these are books known before. `failed`: it is not answering. `unknown`: no catalogue has this region.',
    },
  ),
  detail: Type.Optional(Type.String({ description: 'Why it failed.' })),
});

const searchPage = Type.Object({
  ...annotatedPage.properties,
  regions: Type.Optional(Type.Array(regionOutcome, { description: 'What became of each region asked; absent without `regions`.' })),
});

const signedIn = { tag: 'books', access: { rule: 'user' }, scopes: ['read'], compress: true, method: 'GET' } as const;

/** Routes to search the catalogue. */
export function searchRoutes(deps: ListAnswerDeps & { readonly catalog: CatalogService }): Route[] {
  const { catalog } = deps;
  const answer = createListAnswer(deps);
  return [
    defineRoute({
      ...signedIn,
      path: '/api/audiobooks/search',
      // apps that were made for others like it send more
      ignoresUnknownQuery: true,
      callerRateLimit: WALKING,
      summary: 'Search the catalogue',
      query: Type.Object({
        q: Type.String({ minLength: 1, maxLength: 300 }),
        regions: Type.Optional(
          Type.String({
            pattern: '^[a-z]{2,10}(,[a-z]{2,10}){0,4}$',
            maxLength: 60,
            description:
              'Regions to ask side by side, with commas between them; absent: the server’s region. A page holds an equal share of each, so `limit` is at least their number, and `region` of a book says where it was found.',
          }),
        ),
        ...remotePageQuery,
        ...bookListQuery,
      }),
      errors: ['catalogue_unavailable'],
      responses: { 200: searchPage },
      async handler({ query, caller, say }) {
        const regions = query.regions?.split(',');
        if (regions !== undefined && query.limit < regions.length) {
          const errors = [{ path: '/limit', message: sentence('field.least_regions', { count: regions.length }) }];
          throw new ApiError('invalid_request', sentence('problem.page_too_small'), { errors });
        }
        return answer(query, caller, FIRST_200, async (page) => {
          const found = await catalog.search({ text: query.q, regions, ...page });
          const outcomes = found.regions?.map(({ detail, ...outcome }) => ({
            ...outcome,
            ...(detail === undefined ? {} : { detail: say(detail) }),
          }));
          return { ...found, ...(outcomes ? { regions: outcomes } : {}) };
        });
      },
    }),
    defineRoute({
      ...signedIn,
      path: '/api/narrators/books',
      callerRateLimit: WALKING,
      summary: 'Books that a person reads',
      query: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 300, description: 'The name as books give it; narrators have no ids.' }),
        ...remotePageQuery,
        ...bookListQuery,
      }),
      errors: ['catalogue_unavailable'],
      responses: { 200: annotatedPage },
      handler: async ({ query, caller }) => answer(query, caller, FIRST_200, (page) => catalog.narratorBooks(query.name, page)),
    }),
    defineRoute({
      ...signedIn,
      path: '/api/regions',
      summary: 'Regions of the connected catalogues',
      responses: {
        200: Type.Object({
          items: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
          server: Type.String({ description: 'The region of this server, which is searched by default.' }),
        }),
      },
      handler: async () => json(await catalog.regions()),
    }),
  ];
}
