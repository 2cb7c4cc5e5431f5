import type { DemoBook } from '@lectern/simulators';

const FIRST = ['Amber', 'Copper', 'Crimson', 'Emerald', 'Golden', 'Ivory', 'Scarlet', 'Silver'];
const SECOND = ['Harbour', 'Lantern', 'Meadow', 'Orchard', 'Sparrow'];

/** Audio files of a download of one of them. */
export const FILES_OF_SMALL_BOOK = 3;

/** Forty books that are found, downloaded and imported in a moment. */
export const SMALL_BOOKS: readonly DemoBook[] = SECOND.flatMap((second, row) =>
  FIRST.map((first, column) => ({
    asin: `B0CRASH${String(row * FIRST.length + column).padStart(3, '0')}`,
    title: `${first} ${second}`,
    authors: [{ name: 'Wilhelmina Ashgrove' }],
    narrators: ['Tobias Fenwick'],
    durationMinutes: 1,
    releaseDate: '2016-03-08',
    publisher: 'Lantern Audio',
    categories: [],
    playable: true,
  })),
);
