import { IntegrationError, isIntegrationError, type Catalog, type CatalogBook, type Page } from '@lectern/plugin-api';
import { catalogRows } from './catalog-contract.js';
import { ask, provesSuite, SECRET, type Reference } from './wrong-implementations.spec.support.js';

const PEOPLE = [{ id: 'a1', name: 'A. Walker' }];
const SERIES = [{ id: 's1', name: 'Walks' }];
const BOOKS: readonly CatalogBook[] = ['One', 'Two', 'Three', 'Four', 'Five'].map((title, index) => ({
  asin: `B0CONTRAC${index}`,
  region: 'us',
  title,
  authors: PEOPLE,
  narrators: [],
  series: SERIES,
  genres: [],
  coverUrl: `https://covers.example/${index}.jpg`,
}));

async function orNone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isIntegrationError(error) && error.code === 'INTEGRATION_NOT_FOUND') return undefined;
    throw error;
  }
}

function pageOf(items: readonly CatalogBook[], page: number, limit: number): Page<CatalogBook> {
  const rest = items.slice((page - 1) * limit);
  return { items: rest.slice(0, limit), ...(rest.length > limit ? { next: String(page + 1) } : {}) };
}

const reference: Reference<Catalog, object> = {
  service: () => ({
    handle({ path, query }) {
      const [, place = '', id = ''] = path.split('/');
      const find = <T extends object>(list: readonly T[], key: keyof T) => {
        const found = list.find((one) => one[key] === id);
        return found ? { json: found } : { status: 404 };
      };
      if (place === 'check') return { json: {} };
      if (place === 'books') return find(BOOKS, 'asin');
      if (place === 'authors') return find(PEOPLE, 'id');
      if (place === 'series') return find(SERIES, 'id');
      if (place === 'chapters')
        return id === 'B0CONTRAC0'
          ? { json: [0, 1000, 2000].map((startMs) => ({ title: 'C', startMs, lengthMs: 1000 })) }
          : { status: 404 };
      if (place === 'categories') return { json: [{ id: 'c1', name: 'All', children: [{ id: 'c2', name: 'Some' }] }] };
      if (place === 'find') return { json: id === 'authors' ? PEOPLE : SERIES };
      return { json: query.get('q') === 'nothing' ? [] : BOOKS };
    },
  }),
  create(context) {
    const list = (signal: AbortSignal, page: number, limit: number, q = '') =>
      ask<CatalogBook[]>(context, '/list', signal, { query: { q } }).then((books) => pageOf(books, page, limit));
    return {
      regions: [{ id: 'us', name: 'United States' }],
      search: ({ text, page, limit }, { signal }) => list(signal, page, limit, text),
      book: (asin, { signal }) => orNone(ask(context, `/books/${asin}`, signal)),
      chapters: (asin, { signal }) => orNone(ask(context, `/chapters/${asin}`, signal)),
      popular: ({ signal, page, limit }) => list(signal, page, limit),
      newReleases: ({ signal, page, limit }) => list(signal, page, limit),
      categories: ({ signal }) => ask(context, '/categories', signal),
      category: (_id, { signal, page, limit }) => list(signal, page, limit),
      searchAuthors: (_name, { signal }) => ask(context, '/find/authors', signal),
      author: (id, { signal }) => orNone(ask(context, `/authors/${id}`, signal)),
      authorBooks: (_id, { signal, page, limit }) => list(signal, page, limit),
      searchSeries: (_name, { signal }) => ask(context, '/find/series', signal),
      series: (id, { signal }) => orNone(ask(context, `/series/${id}`, signal)),
      seriesBooks: (_id, { signal, page, limit }) => list(signal, page, limit),
      coverAt: async (coverUrl, { width }) => `${coverUrl}?w=${width}`,
    };
  },
};

/** A catalogue that changes each book when it is looked up. */
function bookWith(change: (book: CatalogBook) => CatalogBook) {
  return (right: Catalog): Partial<Catalog> => ({
    async book(asin, call) {
      const book = await right.book(asin, call);
      return book && change(book);
    },
  });
}

provesSuite(
  'a catalogue',
  reference,
  (make) =>
    catalogRows(make, {
      secrets: [SECRET],
      patienceMs: 800,
      region: 'us',
      found: 'walk',
      nothing: 'nothing',
      asin: 'B0CONTRAC0',
      unknownAsin: 'B0UNKNOWN0',
      author: 'walker',
      series: 'walks',
      unknownAuthorId: 'a9',
      unknownSeriesId: 's9',
    }).rows,
  [
    {
      what: 'throws where there is no such book',
      but: (_right, { context }) => ({ book: (asin, { signal }) => ask(context, `/books/${asin}`, signal) }),
      caughtBy: /^book is found by its ASIN/,
    },
    {
      what: 'takes a dead service for an unknown book',
      but: (right) => ({ book: (asin, call) => right.book(asin, call).catch(() => undefined) }),
      caughtBy: /^book ← 500.*got answer/,
    },
    {
      what: 'sends for a smaller cover elsewhere',
      but: () => ({ coverAt: async () => 'https://elsewhere.example/1.jpg' }),
      caughtBy: /^a cover in another size/,
    },
    {
      what: 'answers a cover that is no address',
      but: () => ({ coverAt: async () => '1.jpg' }),
      caughtBy: /^a cover in another size/,
    },
    { what: 'answers another book', but: bookWith((book) => ({ ...book, asin: 'B0CONTRAC1' })), caughtBy: /^book is found by its ASIN/ },
    { what: 'answers of another region', but: bookWith((book) => ({ ...book, region: 'uk' })), caughtBy: /^book is found by its ASIN/ },
    {
      what: 'writes ASINs in lower case',
      but: bookWith((book) => ({ ...book, asin: book.asin.toLowerCase() })),
      caughtBy: /^book is found.*asin must match/,
    },
    {
      what: 'gives dates as the service has them',
      but: bookWith((book) => ({ ...book, releaseDate: '03/01/2026' })),
      caughtBy: /releaseDate must match/,
    },
    {
      what: 'makes up members',
      but: bookWith((book) => ({ ...book, runtime: 5 }) as CatalogBook),
      caughtBy: /additional properties \(runtime\)/,
    },
    {
      what: 'never ends a list',
      but: (right) => ({ popular: async (listing) => ({ ...(await right.popular?.({ ...listing, page: 1 })), items: [], next: 'more' }) }),
      caughtBy: /^popular hands out.*does not end/,
    },
    {
      what: 'gives every page again',
      but: (right) => ({
        async popular(listing) {
          const first = await right.popular?.({ ...listing, page: 1 });
          return { items: first?.items ?? [], ...(listing.page < 3 ? { next: 'more' } : {}) };
        },
      }),
      caughtBy: /^popular hands out.*more than once/,
    },
    {
      what: 'hands out more than it was asked for',
      but: (right) => ({ newReleases: (listing) => right.newReleases?.({ ...listing, limit: 50 }) as Promise<Page<CatalogBook>> }),
      caughtBy: /^newReleases hands out.*books where 2 were asked for/,
    },
    {
      what: 'has chapters of every book',
      but: () => ({ chapters: async () => [{ title: 'C', startMs: 0, lengthMs: 1 }] }),
      caughtBy: /^chapters are in order/,
    },
    {
      what: 'mixes up its chapters',
      but: (right) => ({ chapters: async (asin, call) => (await right.chapters?.(asin, call))?.toReversed() }),
      caughtBy: /^chapters are in order.*one after another/,
    },
    {
      what: 'throws where there is no such author',
      but: (right) => ({
        async author(id, call) {
          const author = await right.author?.(id, call);
          if (!author) throw new IntegrationError('INTEGRATION_NOT_FOUND', 'no author');
          return author;
        },
      }),
      caughtBy: /^an author is found/,
    },
    {
      what: 'answers a search with nothing when it cannot search',
      but: (right) => ({ search: (query, call) => right.search(query, call).catch(() => ({ items: [] })) }),
      caughtBy: /^search ← malformed.*got answer/,
    },
  ],
);
