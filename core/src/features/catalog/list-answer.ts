import type { BookFormat } from '@lectern/plugin-api';
import Type, { type Static, type TObject } from 'typebox';
import { json, type Caller, type CallerLimit, type RouteAnswer } from '../../platform/http/route.js';
import type { Annotate } from './annotate.js';
import type { BookPage, PageQuery } from './book-page.js';
import type { CatalogService } from './catalog-service.js';
import { BOOK_ORDERS, facetsOf, filterBooks, sortBooks, type BookFacets } from './list-filter.js';
import { annotatedBookSchema } from './schemas.js';
import type { SearchPage } from './search-regions.js';
import { INCOMPLETE, readWhole, type Incomplete, type Reach, type WholeList } from './whole-list.js';

const minutes = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, description }));

/** Query parameters by which every list of books can be filtered and sorted. */
export const bookListQuery = {
  language: Type.Optional(
    Type.String({ pattern: '^[A-Za-z-]{2,10}$', maxLength: 10, description: 'Only books in this language: a code such as `en`.' }),
  ),
  narrator: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'Only books read by this person: the whole name, whatever its case and accents.',
    }),
  ),
  minLength: minutes('Only books of at least so many minutes. A book whose length is unknown is left out.'),
  maxLength: minutes('Only books of at most so many minutes. A book whose length is unknown is left out.'),
  notInLibrary: Type.Optional(Type.Boolean({ description: 'Only books whose audiobook is not in the library, in any edition.' })),
  unabridged: Type.Optional(Type.Boolean({ description: 'Only books that the catalogue does not call abridged.' })),
  sort: Type.Optional(
    Type.Union(
      BOOK_ORDERS.map((order) => Type.Literal(order)),
      { description: 'Default: the order of the list. Books without the value come last.' },
    ),
  ),
  order: Type.Optional(
    Type.Union([Type.Literal('asc'), Type.Literal('desc')], { description: 'Default: `desc` for `releaseDate`, `asc` for the others.' }),
  ),
  facets: Type.Optional(
    Type.Boolean({
      description: 'Also answer with the values that the list can be filtered by. It does not change which books are listed.',
    }),
  ),
  narratorSearch: Type.Optional(Type.String({ maxLength: 100, description: 'Only facets of narrators whose name contains this text.' })),
};

const WALKED = ['language', 'narrator', 'minLength', 'maxLength', 'notInLibrary', 'unabridged', 'sort', 'facets', 'regions'];

/** The limit of lists that only the catalogue has: to filter or sort one, or to search several regions, takes up to twenty questions to it. */
export const WALKING: CallerLimit = {
  bucket: 'catalogue-walk',
  when: 'the list is filtered or sorted, facets are asked for, or regions are named',
  counts: (query) => WALKED.some((name) => query[name] !== undefined),
};

type BookListQuery = Static<TObject<typeof bookListQuery>> & PageQuery;

const count = Type.Integer({ description: 'The size of the list with this value and the other filters.' });
const value = Type.Object({ value: Type.String(), count });

const facetsSchema = Type.Object(
  {
    languages: Type.Array(value, { description: 'The most frequent first.' }),
    narrators: Type.Array(value, { description: 'The most frequent first, at most 20.' }),
    moreNarrators: Type.Boolean({ description: 'There are more narrators; `narratorSearch` finds them.' }),
    lengths: Type.Array(Type.Object({ minLength: Type.Optional(Type.Integer()), maxLength: Type.Optional(Type.Integer()), count }), {
      description: 'Ranges in minutes, both ends included.',
    }),
    notInLibrary: count,
    unabridged: count,
  },
  { $id: 'BookFacets' },
);

/** What an answer says of its age. */
export const agedMembers = {
  stale: Type.Optional(Type.Boolean({ description: 'The catalogue is not answering; this is what was known before.' })),
  fetchedAt: Type.Optional(Type.String()),
};

/** A page of books with their state for the caller. */
export const annotatedPage = Type.Object({
  items: Type.Array(annotatedBookSchema),
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer({
    description:
      'How many books are known so far, before recordings of one work are merged. It grows from page to page when the catalogue does not say how many there are: continue while `hasMore`, and show no number until then. With a filter, a sort or facets it is the exact number of the books that match.',
  }),
  hasMore: Type.Boolean({ description: 'There is another page.' }),
  ...agedMembers,
  filtered: Type.Optional(
    Type.Object(
      {
        among: Type.Integer({ description: 'The number of books that the filter looked at.' }),
        complete: Type.Boolean({
          description:
            'Whether these are all books of the list. A filter looks at everything that is stored of popular books and new releases, at the whole list behind a row of the home page, at the first 500 books of an author or a series, and at the first 200 of a category or a search.',
        }),
        incomplete: Type.Optional(
          Type.Union(
            INCOMPLETE.map((why) => Type.Literal(why)),
            {
              description:
                'Why these are not all books of the list. `long`: it has more books than a filter looks at. `catalogue`: the catalogue does not answer, or stopped answering on the way. `region`: one of the regions does not answer.',
            },
          ),
        ),
      },
      { description: 'Present if the list was filtered or sorted, or facets were asked for.' },
    ),
  ),
  facets: Type.Optional(facetsSchema),
});

/** Answers a page of books to a caller, filtered and sorted as the query says. */
export type ListAnswer = (
  query: BookListQuery,
  caller: Caller,
  reach: Reach,
  fetch: (query: PageQuery) => Promise<SearchPage>,
) => Promise<RouteAnswer>;

/** Those of these books that are in a library in a format, under any of their ASINs. */
export type AvailabilityOf = (asins: readonly string[], format: BookFormat) => Promise<ReadonlyMap<string, unknown>>;

export interface ListAnswerDeps {
  readonly catalog: Pick<CatalogService, 'siblings'>;
  readonly annotate: Annotate;
  readonly availabilityOf: AvailabilityOf;
}

/** The page of a list that matches. */
interface Filtered extends BookPage {
  readonly filtered: { readonly among: number; readonly complete: boolean; readonly incomplete?: Incomplete };
  readonly facets?: BookFacets;
  readonly regions?: SearchPage['regions'];
}

/** Keeps the first book of each recording: a page of the catalogue merges its own only. */
async function eachRecordingOnce(
  { siblings }: Pick<CatalogService, 'siblings'>,
  { books, groups = [] }: WholeList,
): Promise<WholeList['books']> {
  const known = await siblings(books.map(({ asin }) => asin));
  const groupOf = new Map(groups.flatMap((group) => group.map((asin) => [asin, group] as const)));
  const shown = new Set<string>();
  return books.filter(({ asin }) => {
    if (shown.has(asin)) return false;
    for (const same of [asin, ...(known.get(asin) ?? []), ...(groupOf.get(asin) ?? [])]) shown.add(same);
    return true;
  });
}

export function createListAnswer({ catalog, annotate, availabilityOf }: ListAnswerDeps): ListAnswer {
  async function filtered(query: BookListQuery, whole: WholeList): Promise<Filtered> {
    const { page, limit, sort, order, facets = false, narratorSearch } = query;
    const books = await eachRecordingOnce(catalog, whole);
    const isLibraryAsked = query.notInLibrary === true || facets;
    const owned = isLibraryAsked
      ? await availabilityOf(
          books.map(({ asin }) => asin),
          'audiobook',
        )
      : undefined;
    const isInLibrary = ({ asin }: { asin: string }): boolean => owned?.has(asin) === true;
    const matching = filterBooks(books, query, isInLibrary);
    const sorted = sort === undefined ? matching : sortBooks(matching, sort, order);
    return {
      items: sorted.slice((page - 1) * limit, page * limit),
      page,
      limit,
      total: sorted.length,
      filtered: {
        among: books.length,
        complete: whole.incomplete === undefined,
        ...(whole.incomplete === undefined ? {} : { incomplete: whole.incomplete }),
      },
      ...(whole.groups === undefined ? {} : { groups: whole.groups }),
      ...(whole.stale === undefined ? {} : { stale: whole.stale }),
      ...(whole.fetchedAt === undefined ? {} : { fetchedAt: whole.fetchedAt }),
      ...(whole.regions === undefined ? {} : { regions: whole.regions }),
      ...(facets ? { facets: facetsOf(books, query, isInLibrary, narratorSearch) } : {}),
    };
  }

  return async (query, caller, reach, fetch) => {
    const { language, narrator, minLength, maxLength, notInLibrary, unabridged, sort, facets } = query;
    const isFiltered =
      [language, narrator, minLength, maxLength, sort].some((one) => one !== undefined) || notInLibrary || unabridged || facets;
    const found: SearchPage | Filtered = isFiltered
      ? await filtered(query, await readWhole(fetch, reach))
      : await fetch({ page: query.page, limit: query.limit });
    const { items, page, limit, total, groups, hasMore = page * limit < total, isCut: _isCut, ...rest } = found;
    return json({ items: await annotate(items, caller, groups), page, limit, total, hasMore, ...rest });
  };
}
