import type { Catalog, CatalogBook, CatalogCategory, CatalogSearch, InRegion, Listing, Page } from '@lectern/plugin-api';
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { NOT_THERE } from './fault.js';
import { assertUnique, CALL, Suite, type ContractOptions, type ContractWorld, type MakeWorld } from './row.js';

export interface CatalogFixtures extends ContractOptions {
  readonly region: string;
  /** Finds at least one book. */
  readonly found: string;
  /** Finds nothing. */
  readonly nothing: string;
  /** A book in the catalogue. */
  readonly asin: string;
  /** A book that the catalogue does not have. */
  readonly unknownAsin: string;
  /** Part of the name of an author, of a series. */
  readonly author?: string;
  readonly series?: string;
  /** Ids of an author and of a series that the catalogue does not have. */
  readonly unknownAuthorId?: string;
  readonly unknownSeriesId?: string;
}

type ListBooks = (listing: Listing) => Promise<Page<CatalogBook>> | undefined;

/** A method that lists books, and how to call it. */
interface Lister<W> {
  isThere(world: W): boolean;
  prepare(world: W): Promise<ListBooks> | ListBooks;
}

const SEARCH_LIMIT = 20;
const LIMIT = 2;
const LONGEST_WALK = 500;
const GONE = { '404': [...NOT_THERE['404'], 'answer'] } as const;

function leaf(categories: readonly CatalogCategory[]): CatalogCategory | undefined {
  const [first] = categories;
  return first?.children && first.children.length > 0 ? leaf(first.children) : first;
}

/** The suite as rows, for use without mocha. */
export function catalogRows<W extends ContractWorld<Catalog>>(make: MakeWorld<W>, fixtures: CatalogFixtures): Suite<W> {
  const suite = new Suite(make, fixtures);
  suite.common();
  addSearchRows(suite, fixtures);
  addBookRows(suite, fixtures);
  addPeopleAndSeriesRows(suite, fixtures);
  for (const [name, lister] of Object.entries(listersOf<W>(fixtures))) addListRows(suite, fixtures, name, lister);
  addFaultRows(suite, fixtures);
  return suite;
}

function here({ region }: CatalogFixtures): InRegion {
  return { ...CALL, region };
}

function queryFor<W extends ContractWorld<Catalog>>(suite: Suite<W>, { region }: CatalogFixtures, text: string): CatalogSearch {
  return suite.give({ text, region, page: 1, limit: SEARCH_LIMIT });
}

function lookAtPage<W extends ContractWorld<Catalog>>(
  suite: Suite<W>,
  page: Page<CatalogBook>,
  { region, limit }: { readonly region: string; readonly limit: number },
): Page<CatalogBook> {
  suite.look('catalogPage', page);
  ok(page.items.length <= limit, `${page.items.length} books where ${limit} were asked for`);
  for (const book of page.items) strictEqual(book.region, region, `${book.title} is of another region`);
  return page;
}

/** Every list of books, by the name of its method. */
function listersOf<W extends ContractWorld<Catalog>>(fixtures: CatalogFixtures): Readonly<Record<string, Lister<W>>> {
  return {
    popular: {
      isThere: ({ provider }) => provider.popular !== undefined,
      prepare:
        ({ provider }) =>
        (which) =>
          provider.popular?.(which),
    },
    newReleases: {
      isThere: ({ provider }) => provider.newReleases !== undefined,
      prepare:
        ({ provider }) =>
        (which) =>
          provider.newReleases?.(which),
    },
    category: {
      isThere: ({ provider }) => provider.category !== undefined && provider.categories !== undefined,
      async prepare({ provider }) {
        const id = leaf((await provider.categories?.(here(fixtures))) ?? [])?.id ?? '';
        return (which) => provider.category?.(id, which);
      },
    },
    authorBooks: {
      isThere: ({ provider }) => provider.authorBooks !== undefined && fixtures.author !== undefined,
      async prepare(world) {
        const [author] = (await world.provider.searchAuthors?.(fixtures.author ?? '', here(fixtures))) ?? [];
        return (which) => world.provider.authorBooks?.(author?.id ?? '', which);
      },
    },
    seriesBooks: {
      isThere: ({ provider }) => provider.seriesBooks !== undefined && fixtures.series !== undefined,
      async prepare(world) {
        const [series] = (await world.provider.searchSeries?.(fixtures.series ?? '', here(fixtures))) ?? [];
        return (which) => world.provider.seriesBooks?.(series?.id ?? '', which);
      },
    },
  };
}

function addSearchRows<W extends ContractWorld<Catalog>>(suite: Suite<W>, fixtures: CatalogFixtures): void {
  const { region } = fixtures;

  suite.row('regions are named once each, the one of the fixtures among them', async ({ provider }) => {
    assertUnique(
      'regions',
      provider.regions.map(({ id }) => id),
    );
    ok(provider.regions.some(({ id }) => id === region));
  });

  suite.row('search finds books of its region, each once', async ({ provider }) => {
    const { items } = lookAtPage(suite, await provider.search(queryFor(suite, fixtures, fixtures.found), CALL), {
      region,
      limit: SEARCH_LIMIT,
    });

    ok(items.length > 0, 'the query "found" must find something');
    assertUnique(
      'books',
      items.map((book) => book.asin),
    );
  });

  suite.row('search that finds nothing is an empty page', async ({ provider }) => {
    const page = lookAtPage(suite, await provider.search(queryFor(suite, fixtures, fixtures.nothing), CALL), {
      region,
      limit: SEARCH_LIMIT,
    });

    deepStrictEqual([page.items, page.next], [[], undefined]);
  });
}

function addBookRows<W extends ContractWorld<Catalog>>(suite: Suite<W>, fixtures: CatalogFixtures): void {
  const { region, asin, unknownAsin } = fixtures;
  const where = here(fixtures);

  suite.row('book is found by its ASIN, and undefined when there is none', async ({ provider }) => {
    const book = suite.look('catalogBook', await provider.book(asin, where));

    strictEqual(book?.asin, asin);
    strictEqual(book?.region, region);
    strictEqual(await provider.book(unknownAsin, where), undefined);
  });

  suite.row('chapters are in order, and undefined when there are none', async ({ provider }) => {
    if (!provider.chapters) return;
    const chapters = await provider.chapters(asin, where);
    if (chapters !== undefined) {
      suite.look('chapters', chapters);
      chapters.slice(1).forEach(({ startMs }, index) => ok(startMs > (chapters[index]?.startMs ?? 0), 'chapters begin one after another'));
    }
    strictEqual(await provider.chapters(unknownAsin, where), undefined);
  });

  suite.row('a cover in another size has an address of its own kind', async ({ provider }) => {
    if (!provider.coverAt) return;
    const { coverUrl } = (await provider.book(asin, where)) ?? {};
    if (coverUrl === undefined) return;
    const address = suite.look('coverAddress', await provider.coverAt(coverUrl, { ...CALL, width: 200 }));
    strictEqual(new URL(address).host, new URL(coverUrl).host, 'a cover in another size comes from where the cover comes from');
  });

  suite.row('categories are named once each', async ({ provider }) => {
    if (!provider.categories) return;
    const categories = suite.look('categories', await provider.categories(where));
    assertUnique(
      'categories',
      categories.map(({ id }) => id),
    );
  });
}

function addPeopleAndSeriesRows<W extends ContractWorld<Catalog>>(suite: Suite<W>, fixtures: CatalogFixtures): void {
  const where = here(fixtures);

  suite.row('an author is found by name, and undefined when there is none', async (world) => {
    const { provider } = world;
    if (!provider.searchAuthors || !provider.author || fixtures.author === undefined) return;
    const [author] = await provider.searchAuthors(fixtures.author, where);
    suite.look('catalogAuthor', author);
    strictEqual(suite.look('catalogAuthor', await provider.author(author?.id ?? '', where))?.id, author?.id);
    if (fixtures.unknownAuthorId !== undefined) strictEqual(await provider.author(fixtures.unknownAuthorId, where), undefined);
  });

  suite.row('a series is found by name, and undefined when there is none', async (world) => {
    const { provider } = world;
    if (!provider.searchSeries || !provider.series || fixtures.series === undefined) return;
    const [series] = await provider.searchSeries(fixtures.series, where);
    suite.look('catalogSeries', series);
    strictEqual(suite.look('catalogSeries', await provider.series(series?.id ?? '', where))?.id, series?.id);
    if (fixtures.unknownSeriesId !== undefined) strictEqual(await provider.series(fixtures.unknownSeriesId, where), undefined);
  });
}

function addListRows<W extends ContractWorld<Catalog>>(suite: Suite<W>, fixtures: CatalogFixtures, name: string, lister: Lister<W>): void {
  const { region } = fixtures;
  const listing = (page: number, limit = LIMIT): Listing => ({ ...here(fixtures), page, limit });

  suite.row(`${name} hands out every book once, page by page, and ends`, async (world) => {
    if (!lister.isThere(world)) return;
    const list = await lister.prepare(world);
    const asins: string[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const answer = lookAtPage(suite, (await list(listing(page))) as Page<CatalogBook>, { region, limit: LIMIT });
      asins.push(...answer.items.map((book) => book.asin));
      more = answer.next !== undefined;
      ok(page < LONGEST_WALK, 'the list does not end');
    }

    ok(asins.length > 0, 'the list must hold something');
    assertUnique('books', asins);
  });
  suite.faults({
    name,
    isThere: (world) => lister.isThere(world),
    async prepare(world) {
      const list = await lister.prepare(world);
      // a later page, which no cache has
      return async (signal) => list({ ...listing(1, LIMIT + 1), signal });
    },
    except: GONE,
  });
}

function addFaultRows<W extends ContractWorld<Catalog>>(suite: Suite<W>, fixtures: CatalogFixtures): void {
  const { region, asin } = fixtures;

  suite.faults({
    name: 'search',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.search(queryFor(suite, fixtures, fixtures.found), { signal }),
    except: NOT_THERE,
  });
  suite.faults({
    name: 'book',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.book(asin, { region, signal }),
    except: GONE,
  });
  suite.faults({
    name: 'chapters',
    isThere: ({ provider }) => provider.chapters !== undefined,
    prepare:
      ({ provider }) =>
      async (signal) =>
        provider.chapters?.(asin, { region, signal }),
    except: GONE,
  });
  suite.faults({
    name: 'categories',
    isThere: ({ provider }) => provider.categories !== undefined,
    prepare:
      ({ provider }) =>
      async (signal) =>
        provider.categories?.({ region, signal }),
    except: GONE,
  });
  suite.faults({
    name: 'searchAuthors',
    isThere: ({ provider }) => provider.searchAuthors !== undefined && fixtures.author !== undefined,
    prepare:
      ({ provider }) =>
      async (signal) =>
        provider.searchAuthors?.(fixtures.author ?? '', { region, signal }),
    except: GONE,
  });
}

/** The mocha suite for every catalogue. */
export function catalogContract<W extends ContractWorld<Catalog>>(make: MakeWorld<W>, fixtures: CatalogFixtures): void {
  catalogRows(make, fixtures).register('contract of a catalogue');
}
