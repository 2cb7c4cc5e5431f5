import type { ShelfBook, ShelfProvider } from '@lectern/plugin-api';
import { shelfProviderRows } from './shelf-provider-contract.js';
import { ask, provesSuite, SECRET, type Reference } from './wrong-implementations.spec.support.js';

interface Service {
  books: ShelfBook[];
}

const SIZE = 2;
const BOOKS: readonly ShelfBook[] = ['One', 'Two', 'Three', 'Four', 'Five'].map((title, index) => ({
  bookId: String(index),
  title,
  authors: ['A. Walker'],
  addedAt: '2026-01-01T00:00:00Z',
}));

const reference: Reference<ShelfProvider, Service> = {
  service() {
    const service: Service = { books: [...BOOKS] };
    return Object.assign(service, {
      handle({ path, query }: { path: string; query: URLSearchParams }) {
        if (path === '/check') return { json: {} };
        if (path === '/shelf') return { json: { name: 'To read', count: service.books.length } };
        const from = (Number(query.get('page')) - 1) * SIZE;
        return { json: service.books.slice(from, from + SIZE) };
      },
    });
  },
  create: (context) => ({
    describe: ({ signal }) => ask(context, '/shelf', signal),
    async books({ signal, cursor = '1' }) {
      const items = await ask<ShelfBook[]>(context, '/books', signal, { query: { page: cursor } });
      return items.length < SIZE ? { items } : { items, next: String(Number(cursor) + 1) };
    },
  }),
};

provesSuite(
  'a shelf provider',
  reference,
  (make) =>
    shelfProviderRows(make, {
      secrets: [SECRET],
      patienceMs: 800,
      titles: () => BOOKS.map(({ title }) => title),
      empty: ({ service }) => void (service.books = []),
    }).rows,
  [
    {
      what: 'reads the first page only',
      but: (right) => ({ books: async (call) => ({ items: (await right.books(call)).items }) }),
      caughtBy: /^a walk hands out every book once/,
    },
    {
      what: 'reads the first page again and again',
      but: (right) => ({ books: async (call) => ({ ...(await right.books({ signal: call.signal })), next: String(Math.random()) }) }),
      caughtBy: /^a walk hands out.*does not end/,
    },
    {
      what: 'hands out a cursor twice',
      but: (right) => ({ books: async (call) => ({ ...(await right.books(call)), next: '1' }) }),
      caughtBy: /^a walk hands out.*comes back to a cursor/,
    },
    {
      what: 'overlaps its pages',
      but: (_right, { context }) => ({
        async books({ signal, cursor = '0' }) {
          const all = (await Promise.all([1, 2, 3].map((page) => ask<ShelfBook[]>(context, '/books', signal, { query: { page } })))).flat();
          const from = Number(cursor);
          return { items: all.slice(from, from + 2), ...(from + 2 < all.length ? { next: String(from + 1) } : {}) };
        },
      }),
      caughtBy: /^a walk hands out every book once.*more than once/,
    },
    {
      what: 'ends the walk quietly when a page fails',
      but: (right) => ({
        books: (call) => (call.cursor === undefined ? right.books(call) : right.books(call).catch(() => ({ items: [] }))),
      }),
      caughtBy: /^books in the middle of a walk ← 500.*got answer/,
    },
    {
      what: 'makes up ids',
      but: (right) => ({
        async books(call) {
          const page = await right.books(call);
          return { ...page, items: page.items.map((book) => ({ ...book, bookId: String(Math.random()) })) };
        },
      }),
      caughtBy: /^ids of books are the same/,
    },
    {
      what: 'counts wrong',
      but: (right) => ({ describe: async (call) => ({ ...(await right.describe(call)), count: 99 }) }),
      caughtBy: /^describe names/,
    },
    {
      what: 'forgets the authors',
      but: (right) => ({
        async books(call) {
          const page = await right.books(call);
          return { ...page, items: page.items.map((book) => ({ ...book, authors: [] })) };
        },
      }),
      caughtBy: /^books have the authors/,
    },
    {
      what: 'has a further page of an empty shelf',
      but: (right) => ({
        async books(call) {
          const page = await right.books(call);
          return page.items.length === 0 ? { items: [], next: `${call.cursor ?? ''}+` } : page;
        },
      }),
      caughtBy: /^an empty shelf/,
    },
    {
      what: 'takes an HTML page for a shelf',
      but: (right) => ({ describe: (call) => right.describe(call).catch(() => ({ name: 'Shelf', count: 0 })) }),
      caughtBy: /^describe ← html/,
    },
  ],
);
