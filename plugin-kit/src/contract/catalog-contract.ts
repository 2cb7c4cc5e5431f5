import type { Catalog, CatalogBook, CatalogCategory, CatalogSearch, InRegion, Listing, Page } from '@lectern/plugin-api';
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { assertUnique, CALL, Suite, type ContractOptions, type ContractWorld, type MakeWorld } from './row.js';

export interface CatalogFixtures extends ContractOptions {
  readonly region: string;
  /** Finds one book at least. */
  readonly found: string;
  /** Finds nothing. */
  readonly nothing: string;
  /** A book the catalogue has. */
  readonly asin: string;
  /** A book it has not. */
  readonly unknownAsin: string;
  /** Part of the name of an author, of a series. */
  readonly author?: string;
  readonly series?: string;
  /** Ids of an author and of a series the catalogue has not. */
  readonly unknownAuthorId?: string;
  readonly unknownSeriesId?: string;
}

type Lister = (listing: Listing) => Promise<Page<CatalogBook>> | undefined;

const LIMIT = 2;
const LONGEST_WALK = 500;

function leaf(categories: readonly CatalogCategory[]): CatalogCategory | undefined {
  const [first] = categories;
  return first?.children && first.children.length > 0 ? leaf(first.children) : first;
}

/** The suite as rows, for whoever wants to run it without mocha. */
export function catalogRows<W extends ContractWorld<Catalog>>(make: MakeWorld<W>, fixtures: CatalogFixtures): Suite<W> {
  const suite = new Suite(make, fixtures);
  const { region, asin, unknownAsin } = fixtures;
  const here: InRegion = { ...CALL, region };
  const query = (text: string, page = 1): CatalogSearch => suite.give({ text, region, page, limit: 20 });
  const listing = (page: number, limit = LIMIT): Listing => ({ ...here, page, limit });

  function lookAtPage(page: Page<CatalogBook>, limit: number): Page<CatalogBook> {
    suite.look('catalogPage', page);
    ok(page.items.length <= limit, `${page.items.length} books where ${limit} were asked for`);
    for (const book of page.items) strictEqual(book.region, region, `${book.title} is of another region`);
    return page;
  }

  async function authorId({ provider }: W): Promise<string> {
    return (await provider.searchAuthors?.(fixtures.author ?? '', here))?.[0]?.id ?? '';
  }
  async function seriesId({ provider }: W): Promise<string> {
    return (await provider.searchSeries?.(fixtures.series ?? '', here))?.[0]?.id ?? '';
  }

  /** Every list of books, by the name of its method. */
  const listers: Readonly<Record<string, { isThere(world: W): boolean; prepare(world: W): Promise<Lister> | Lister }>> = {
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
        const id = leaf((await provider.categories?.(here)) ?? [])?.id ?? '';
        return (which) => provider.category?.(id, which);
      },
    },
    authorBooks: {
      isThere: ({ provider }) => provider.authorBooks !== undefined && fixtures.author !== undefined,
      async prepare(world) {
        const id = await authorId(world);
        return (which) => world.provider.authorBooks?.(id, which);
      },
    },
    seriesBooks: {
      isThere: ({ provider }) => provider.seriesBooks !== undefined && fixtures.series !== undefined,
      async prepare(world) {
        const id = await seriesId(world);
        return (which) => world.provider.seriesBooks?.(id, which);
      },
    },
  };

  suite.common();

  suite.row('regions are named once each, the one of the fixtures among them', async ({ provider }) => {
    assertUnique(
      'regions',
      provider.regions.map(({ id }) => id),
    );
    ok(provider.regions.some(({ id }) => id === region));
  });

  suite.row('search finds books of its region, each once', async ({ provider }) => {
    const { items } = lookAtPage(await provider.search(query(fixtures.found), CALL), 20);

    ok(items.length > 0, 'the query "found" must find something');
    assertUnique(
      'books',
      items.map((book) => book.asin),
    );
  });

  suite.row('search that finds nothing is an empty page', async ({ provider }) => {
    const page = lookAtPage(await provider.search(query(fixtures.nothing), CALL), 20);

    deepStrictEqual([page.items, page.next], [[], undefined]);
  });

  suite.row('book is found by its ASIN, and undefined when there is none', async ({ provider }) => {
    const book = suite.look('catalogBook', await provider.book(asin, here));

    strictEqual(book?.asin, asin);
    strictEqual(book?.region, region);
    strictEqual(await provider.book(unknownAsin, here), undefined);
  });

  suite.row('chapters are in order, and undefined when there are none', async ({ provider }) => {
    if (!provider.chapters) return;
    const chapters = await provider.chapters(asin, here);
    if (chapters !== undefined) {
      suite.look('chapters', chapters);
      chapters.slice(1).forEach(({ startMs }, index) => ok(startMs > (chapters[index]?.startMs ?? 0), 'chapters begin one after another'));
    }
    strictEqual(await provider.chapters(unknownAsin, here), undefined);
  });

  suite.row('categories are named once each', async ({ provider }) => {
    if (!provider.categories) return;
    const categories = suite.look('categories', await provider.categories(here));
    assertUnique(
      'categories',
      categories.map(({ id }) => id),
    );
  });

  suite.row('an author is found by name, and undefined when there is none', async (world) => {
    const { provider } = world;
    if (!provider.searchAuthors || !provider.author || fixtures.author === undefined) return;
    const [author] = await provider.searchAuthors(fixtures.author, here);
    suite.look('catalogAuthor', author);
    strictEqual(suite.look('catalogAuthor', await provider.author(author?.id ?? '', here))?.id, author?.id);
    if (fixtures.unknownAuthorId !== undefined) strictEqual(await provider.author(fixtures.unknownAuthorId, here), undefined);
  });

  suite.row('a series is found by name, and undefined when there is none', async (world) => {
    const { provider } = world;
    if (!provider.searchSeries || !provider.series || fixtures.series === undefined) return;
    const [series] = await provider.searchSeries(fixtures.series, here);
    suite.look('catalogSeries', series);
    strictEqual(suite.look('catalogSeries', await provider.series(series?.id ?? '', here))?.id, series?.id);
    if (fixtures.unknownSeriesId !== undefined) strictEqual(await provider.series(fixtures.unknownSeriesId, here), undefined);
  });

  for (const [name, lister] of Object.entries(listers)) {
    suite.row(`${name} hands out every book once, page by page, and ends`, async (world) => {
      if (!lister.isThere(world)) return;
      const list = await lister.prepare(world);
      const asins: string[] = [];
      for (let page = 1, more = true; more; page += 1) {
        const answer = lookAtPage((await list(listing(page))) as Page<CatalogBook>, LIMIT);
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
        // far on, where no cache has been
        return async (signal) => list({ ...listing(1, LIMIT + 1), signal });
      },
      except: { '404': ['INTEGRATION_NOT_FOUND', 'INTEGRATION_MISCONFIGURED', 'answer'] },
    });
  }

  const gone = { '404': ['INTEGRATION_NOT_FOUND', 'INTEGRATION_MISCONFIGURED', 'answer'] } as const;
  suite.faults({
    name: 'search',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.search(query(fixtures.found), { signal }),
    except: { '404': ['INTEGRATION_NOT_FOUND', 'INTEGRATION_MISCONFIGURED'] },
  });
  suite.faults({
    name: 'book',
    prepare:
      ({ provider }) =>
      (signal) =>
        provider.book(asin, { region, signal }),
    except: gone,
  });
  suite.faults({
    name: 'chapters',
    isThere: ({ provider }) => provider.chapters !== undefined,
    prepare:
      ({ provider }) =>
      async (signal) =>
        provider.chapters?.(asin, { region, signal }),
    except: gone,
  });
  suite.faults({
    name: 'categories',
    isThere: ({ provider }) => provider.categories !== undefined,
    prepare:
      ({ provider }) =>
      async (signal) =>
        provider.categories?.({ region, signal }),
    except: gone,
  });
  suite.faults({
    name: 'searchAuthors',
    isThere: ({ provider }) => provider.searchAuthors !== undefined && fixtures.author !== undefined,
    prepare:
      ({ provider }) =>
      async (signal) =>
        provider.searchAuthors?.(fixtures.author ?? '', { region, signal }),
    except: gone,
  });
  return suite;
}

/** The mocha suite every catalogue passes. */
export function catalogContract<W extends ContractWorld<Catalog>>(make: MakeWorld<W>, fixtures: CatalogFixtures): void {
  catalogRows(make, fixtures).register('contract of a catalogue');
}
