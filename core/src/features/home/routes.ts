import Type, { type Static } from 'typebox';
import { pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { annotatedPage, bookListQuery, createListAnswer, KEPT, type ListAnswerDeps } from '../catalog/index.js';
import { homeBookSchema } from './home-book.js';
import { MOST_SECTIONS, type Arrangement, type HomeSections } from './home-sections.js';
import type { HomeService } from './home-service.js';
import type { Say } from '../../platform/words/index.js';
import { DEFAULT_SECTIONS, LISTED_SECTIONS, type ListedSection } from './section-kinds.js';

const sectionId = Type.String({
  minLength: 1,
  maxLength: 100,
  description:
    '`in-progress`, `recently-added`, `popular`, `new-releases`, `continue-series`, `next-parts`, `followed`, `coming-up`, or `category:` and the id of a category.',
});
const gone = Type.Optional(Type.Boolean({ description: 'The catalogue no longer has this category, or nothing gives this section.' }));

const homeSection = Type.Object(
  {
    id: sectionId,
    title: Type.String(),
    items: Type.Array(homeBookSchema),
    stale: Type.Optional(Type.Boolean({ description: 'The list could not be refreshed for some time.' })),
    fetchedAt: Type.Optional(Type.String({ description: 'When a list of the catalogue was fetched; absent until it was.' })),
    gone,
  },
  { $id: 'HomeSection' },
);

const arrangementSchema = Type.Object(
  {
    sections: Type.Array(Type.Object({ section: sectionId, title: Type.String(), gone })),
    isDefault: Type.Boolean({ description: 'You never arranged them.' }),
    defaults: Type.Array(sectionId, { description: 'The order of somebody who never arranged theirs.' }),
    choices: Type.Array(Type.Object({ section: sectionId, title: Type.String() }), {
      description: 'What can be shown besides the categories of `GET /api/categories`.',
    }),
  },
  { $id: 'HomeArrangement' },
);

interface Deps extends ListAnswerDeps {
  readonly home: HomeService;
  readonly homeSections: HomeSections;
}

function present({ sections, isDefault }: Arrangement, { kinds }: HomeSections, say: Say): Static<typeof arrangementSchema> {
  return {
    sections: sections.map(({ section, title, isGone }) => ({ section, title: say(title), ...(isGone ? { gone: true } : {}) })),
    isDefault,
    defaults: [...DEFAULT_SECTIONS],
    choices: kinds.map(({ section, title }) => ({ section, title: say(title) })),
  };
}

const LISTS: Readonly<Record<ListedSection, string>> = {
  'recently-added': 'Books that came into the library, the last one first; at most 500',
  'continue-series': 'The next part of each series that the library has books of; the series of the book added last first',
};

/** All books of the sections that no other list has. */
function listRoutes(deps: Deps): Route[] {
  const answer = createListAnswer(deps);
  return LISTED_SECTIONS.map((section) =>
    defineRoute({
      method: 'GET',
      path: `/api/home/${section}`,
      compress: true,
      summary: LISTS[section],
      tag: 'books',
      access: { rule: 'user' },
      scopes: ['read'],
      query: Type.Object({ ...pageQuery, ...bookListQuery }),
      responses: { 200: annotatedPage },
      handler: async ({ query, caller }) => answer(query, caller, KEPT, (page) => deps.home.list(section, caller, page)),
    }),
  );
}

/** The page people see first, its order, and the lists behind its rows. */
export function homeRoutes(deps: Deps): Route[] {
  const { home, homeSections } = deps;
  const path = '/api/user/home-sections';
  return [
    ...listRoutes(deps),
    defineRoute({
      method: 'GET',
      path: '/api/home',
      compress: true,
      summary: 'The sections of your home page, with their first books',
      tag: 'books',
      access: { rule: 'user' },
      scopes: ['read'],
      responses: { 200: Type.Object({ sections: Type.Array(homeSection) }) },
      handler: async ({ caller, say }) => json({ sections: await home.sections(caller, say) }),
    }),
    defineRoute({
      method: 'GET',
      path,
      compress: true,
      summary: 'The order of your home page',
      tag: 'home',
      access: { rule: 'user' },
      scopes: ['read'],
      responses: { 200: arrangementSchema },
      handler: async ({ caller, say }) => json(present(await homeSections.of(caller.userId), homeSections, say)),
    }),
    defineRoute({
      method: 'PUT',
      path,
      summary: 'Arrange your home page',
      description:
        'Takes the whole order, each section once. An empty one brings the default back. A category that the catalogue no longer has may stay, but cannot be added.',
      tag: 'home',
      access: { rule: 'user' },
      scopes: ['requests:write'],
      body: Type.Object(
        { sections: Type.Array(sectionId, { maxItems: MOST_SECTIONS, uniqueItems: true }) },
        { additionalProperties: false },
      ),
      errors: ['unknown_section', 'catalogue_unavailable'],
      responses: { 200: arrangementSchema },
      handler: async ({ body, caller, say }) => json(present(await homeSections.arrange(caller.userId, body.sections), homeSections, say)),
    }),
  ];
}
