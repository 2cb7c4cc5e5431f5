import { IntegrationError, type Catalog, type CatalogBook, type CatalogCategory, type CatalogChapter } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { BoundProvider } from '../../plugin-host/index.js';
import { groupOf, type RequestStatus } from '../lifecycle/statuses.js';
import { createCatalogService, type CatalogService } from './catalog-service.js';
import type { CatalogHost } from './catalog-source.js';

/** A book with the members that every book has. `n` makes its ASIN and title. */
export function sampleBook(n: number, more: Partial<CatalogBook> = {}): CatalogBook {
  return {
    asin: `B${String(n).padStart(9, '0')}`,
    region: 'us',
    title: `Volume ${n}`,
    authors: [{ name: 'Ada Writer', id: 'A1' }],
    narrators: ['Ned Reader'],
    series: [],
    genres: ['Fiction'],
    durationMinutes: 600,
    coverUrl: 'https://covers.example/1.jpg',
    ...more,
  };
}

/** A catalogue in memory whose books, and faults, a test chooses. */
export interface FakeCatalog {
  books: CatalogBook[];
  popular: CatalogBook[];
  newReleases: CatalogBook[];
  isDead: boolean;
  /** What every call fails with. */
  fault: IntegrationError | undefined;
  /** It answers that it has nothing of the kind. */
  knowsNothing: boolean;
  isThere: boolean;
  /** Connected, and not called for a while, as it failed too often. */
  isResting: boolean;
  /** Offers authors and series; those of its books. */
  knowsPeople: boolean;
  /** Sends all books of an author or a series as one page. */
  ignoresLimit: boolean;
  /** The regions that it names. */
  regions: { id: string; name: string }[];
  /** Books of searches in regions other than that of `books`. */
  abroad: Record<string, CatalogBook[]>;
  /** Regions that do not answer searches. */
  deadRegions: string[];
  /** Pictures of authors, by id. */
  pictures: Record<string, string>;
  /** Names pictures in answers to searches, too. */
  showsPictures: boolean;
  /** The tree of categories; undefined where it offers none. */
  categories: CatalogCategory[] | undefined;
  /** Books of categories, by id. */
  byCategory: Record<string, CatalogBook[]>;
  /** Chapters of books, by ASIN; undefined where it offers none. */
  chapters: Record<string, CatalogChapter[]> | undefined;
  /** Categories that somebody shows on the home page. */
  shown: string[];
  readonly asked: string[];
  readonly host: CatalogHost;
}

/** Cuts a list as a plugin does. */
function slice(books: readonly CatalogBook[], { page, limit }: { page: number; limit: number }) {
  const items = books.slice((page - 1) * limit, page * limit);
  return { items, total: books.length, ...(page * limit < books.length ? { next: String(page + 1) } : {}) };
}

export function createFakeCatalog(): FakeCatalog {
  const lists = { books: [] as CatalogBook[], popular: [] as CatalogBook[], newReleases: [] as CatalogBook[] };
  const fake = {
    ...lists,
    isDead: false,
    fault: undefined as IntegrationError | undefined,
    knowsNothing: false,
    isThere: true,
    isResting: false,
    knowsPeople: true,
    ignoresLimit: false,
    regions: [
      { id: 'us', name: 'United States' },
      { id: 'de', name: 'Germany' },
      { id: 'uk', name: 'United Kingdom' },
    ],
    abroad: {} as Record<string, CatalogBook[]>,
    deadRegions: [] as string[],
    pictures: {} as Record<string, string>,
    showsPictures: false,
    categories: undefined as CatalogCategory[] | undefined,
    byCategory: {} as Record<string, CatalogBook[]>,
    chapters: undefined as Record<string, CatalogChapter[]> | undefined,
    shown: [] as string[],
  };
  const asked: string[] = [];
  const plugin: Catalog = {
    regions: [],
    search: async (query) => {
      if (fake.deadRegions.includes(query.region)) throw new IntegrationError('INTEGRATION_UNAVAILABLE', 'dead');
      const { text = '', narrator = '' } = query;
      return slice(
        (fake.abroad[query.region] ?? fake.books).filter(
          ({ title, narrators }) => title.toLowerCase().includes(text.toLowerCase()) && narrators.join().includes(narrator),
        ),
        query,
      );
    },
    book: async (asin) => fake.books.find((book) => book.asin === asin),
    popular: async (listing) => slice(fake.popular, listing),
    newReleases: async (listing) => slice(fake.newReleases, listing),
  };
  const authors = () => fake.books.flatMap((book) => book.authors.filter(({ id }) => id !== undefined));
  const allSeries = () => fake.books.flatMap((book) => book.series.filter(({ id }) => id !== undefined));
  const named = (all: readonly { name: string; id?: string }[], text: string) =>
    all
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ name, id = '' }) => {
        const imageUrl = fake.showsPictures ? fake.pictures[id] : undefined;
        return { name, id, ...(imageUrl ? { imageUrl } : {}) };
      });
  const withId = (all: readonly { name: string; id?: string }[], wanted: string) => {
    const found = all.find(({ id }) => id === wanted);
    const imageUrl = fake.pictures[wanted];
    return found && { id: wanted, name: found.name, description: `<p>About ${found.name}</p>`, ...(imageUrl ? { imageUrl } : {}) };
  };
  const pageOf: typeof slice = (books, listing) => (fake.ignoresLimit ? { items: [...books], total: books.length } : slice(books, listing));
  const people: Partial<Catalog> = {
    searchAuthors: async (text) => named(authors(), text),
    author: async (id) => withId(authors(), id),
    authorBooks: async (id, listing) =>
      pageOf(
        fake.books.filter((book) => book.authors.some((author) => author.id === id)),
        listing,
      ),
    searchSeries: async (text) => named(allSeries(), text),
    series: async (id) => withId(allSeries(), id),
    seriesBooks: async (id, listing) =>
      pageOf(
        fake.books.filter((book) => book.series.some((series) => series.id === id)),
        listing,
      ),
  };
  const inTree: Partial<Catalog> = {
    categories: async () => fake.categories ?? [],
    category: async (id, listing) => slice(fake.byCategory[id] ?? [], listing),
  };
  const inBooks: Partial<Catalog> = { chapters: async (asin) => fake.chapters?.[asin] };
  const provider: BoundProvider<'catalog'> = {
    integrationId: 'catalog-1',
    pluginId: 'fake-catalog',
    name: 'Fake',
    priority: 1,
    async call(what, fn, options) {
      asked.push(what);
      if (fake.knowsNothing) throw new IntegrationError('INTEGRATION_NOT_FOUND', 'no such thing');
      if (fake.fault) throw fake.fault;
      if (fake.isDead) throw new IntegrationError('INTEGRATION_UNAVAILABLE', 'dead');
      return fn(
        {
          ...plugin,
          regions: fake.regions,
          ...(fake.knowsPeople ? people : {}),
          ...(fake.categories ? inTree : {}),
          ...(fake.chapters ? inBooks : {}),
        },
        { signal: options?.signal ?? new AbortController().signal },
      );
    },
  };
  return Object.assign(fake, {
    asked,
    host: {
      providers: () => (fake.isThere && !fake.isResting ? [provider] : []),
      instances: () =>
        fake.isThere
          ? [
              {
                integrationId: provider.integrationId,
                name: provider.name,
                pluginId: provider.pluginId,
                state: fake.isResting ? 'degraded' : 'running',
              },
            ]
          : [],
      plugin: () => ({ provides: ['catalog'] }),
    } as unknown as CatalogHost,
  });
}

/** A catalogue service on a fake plugin and a clock that the test moves. */
export function createWorld(database: Database): { fake: FakeCatalog; clock: { now: Date; region: string }; catalog: CatalogService } {
  const fake = createFakeCatalog();
  const clock = { now: new Date('2026-03-01T10:00:00.000Z'), region: 'us' };
  const catalog = createCatalogService({
    database,
    host: fake.host,
    settings: { get: async () => ({ server: { region: clock.region } }) },
    shownCategories: async () => fake.shown,
    log: { warn: () => undefined },
    now: () => clock.now,
  });
  return { fake, clock, catalog };
}

/** A user, for rows that refer to one. */
export async function addUser(database: Database, id: string, username = id): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  await database.transaction((tx) =>
    tx.insert('users', {
      id,
      username,
      displayName: username,
      role: 'user',
      state: 'active',
      libraryIdentity: `local-${username}`,
      createdAt: at,
      updatedAt: at,
    }),
  );
}

/** A request without history. */
export async function addRequest(
  database: Database,
  request: { id: string; userId: string; asin: string; status: RequestStatus; createdAt?: string; type?: string; title?: string },
): Promise<void> {
  const { id, userId, asin, status, createdAt = '2026-01-01T00:00:00.000Z', type = 'audiobook', title = 'A title' } = request;
  await database.transaction((tx) =>
    tx.insert('requests', {
      id,
      userId,
      asin,
      region: 'us',
      type,
      title,
      author: 'Ada Writer',
      status,
      statusGroup: groupOf(status),
      version: 1,
      statusSince: createdAt,
      origin: 'manual',
      createdAt,
      updatedAt: createdAt,
    }),
  );
}
