import type { CatalogBook } from '@lectern/plugin-api';
import { expectBoundedGrowth } from '@lectern/testbed';
import { decide } from './decide.js';
import { asinOf, AUTHOR, SERIES, volume } from './follow-books.spec.support.js';
import type { BookState, FollowedListing } from './follow-record.js';

const sizes = { from: 200, to: 20_000 };

function many(size: number, make: (n: number) => CatalogBook): CatalogBook[] {
  return Array.from({ length: size }, (_, n) => make(n));
}

/** Listings, each with as many books as asked for. */
const LISTINGS: Readonly<Record<string, (n: number) => CatalogBook>> = {
  'a part each': (n) => volume(n, String(n)),
  'readings of one part': (n) => volume(n, '1'),
  'one title and no part': (n) => volume(n, undefined, { title: 'The same' }),
  'a title each and no part': (n) => volume(n, undefined),
  'parts and collections around all of them': (n) => volume(n, n % 2 === 0 ? String(n) : `${n}-${n + 5_000}`),
  'collections that nest': (n) => volume(n, `${n}-${100_000 - n}`),
  'a language each': (n) => volume(n, String(n), { language: `l${n}` }),
  'a series each': (n) => volume(n, undefined, { series: [{ name: `S${n}`, id: `S${n}`, part: '1-3' }] }),
};

function decideAbout(listing: FollowedListing, books: readonly CatalogBook[], states: ReadonlyMap<string, BookState>): unknown {
  const known = new Set(books.map(({ asin }) => asin));
  return decide({ listing, books, rule: { start: 'from_now' }, startDay: '2019-01-01', today: '2026-03-01', states, known });
}

describe('deciding about a long listing', () => {
  for (const [name, make] of Object.entries(LISTINGS)) {
    it(`of ${name} takes time that grows with its length only`, async () => {
      const listed = (size: number) => many(size, make);

      for (const kind of ['series', 'author'] as const) {
        const listing = { kind, catalogId: kind === 'series' ? SERIES : AUTHOR, region: 'us' };
        await expectBoundedGrowth(`${kind} with ${name}`, listed, (books) => decideAbout(listing, books, new Map()), sizes);
      }
    });
  }

  it('of which every second book is requested takes no longer', async () => {
    const listing = { kind: 'series', catalogId: SERIES, region: 'us' } as const;
    const listed = (size: number) => ({
      books: many(size, (n) => volume(n, n % 2 === 0 ? String(n) : `${n}-${n + 5_000}`)),
      states: new Map(Array.from({ length: size / 2 }, (_, n) => [asinOf(2 * n + 1), 'requested' as const])),
    });

    await expectBoundedGrowth('requested', listed, ({ books, states }) => decideAbout(listing, books, states), sizes);
  });
});
