import { expect } from 'chai';
import type { ComingBook } from '../../api/types.js';
import { monthsOf } from './months-of.js';

const coming = (asin: string, releaseDate: string) =>
  ({ releaseDate, book: { asin }, from: [], requested: false }) as unknown as ComingBook;

describe('the months of what is coming up', () => {
  it('hold their books in order', () => {
    const months = monthsOf([coming('a', '2026-12-30'), coming('b', '2026-12-31'), coming('c', '2027-01-01'), coming('d', '2028-01-01')]);

    expect(months.map(({ month, books }) => [month, books.map(({ book }) => book.asin)])).to.deep.equal([
      ['2026-12', ['a', 'b']],
      ['2027-01', ['c']],
      ['2028-01', ['d']],
    ]);
  });

  it('show a book once that moved to the next page meanwhile', () => {
    expect(monthsOf([coming('a', '2026-12-30'), coming('a', '2026-12-30')]).map(({ books }) => books.length)).to.deep.equal([1]);
    expect(monthsOf([])).to.deep.equal([]);
  });
});
