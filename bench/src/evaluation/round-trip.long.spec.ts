import { expect } from 'chai';
import { halfOf, hashOf, loadEvaluationBooks } from './evaluation-books.js';
import { NAME_LAYOUTS } from './name-layouts.js';
import { PERTURBED_NAMES } from './perturbed-names.js';
import { crossTakes, roundTrip } from './round-trip.js';
import { WRONG_NAMES } from './wrong-names.js';

/** A part of what `bench/src/ranking.ts` measures: every sixth book, and names of other books that share a word with it. */
describe('the round trip of names made from the books of the catalogue', () => {
  const all = loadEvaluationBooks();
  const some = all.filter(({ id }) => hashOf(id) % 6 === 0);

  it('finds 99 of 100 for their book', () => {
    for (const layouts of [NAME_LAYOUTS, PERTURBED_NAMES]) {
      const sums = roundTrip(some, layouts, all).layouts.reduce(
        (sum, { found, total }) => [(sum[0] ?? 0) + found, (sum[1] ?? 0) + total],
        [0, 0],
      );

      expect((sums[0] ?? 0) / (sums[1] ?? 1)).to.be.at.least(0.99);
    }
  });

  it('finds 99 of 100 by each common layout, in both halves of the books', () => {
    for (const half of ['open', 'kept'] as const) {
      const books = all.filter((book) => halfOf(book) === half);
      const rare = roundTrip(books, NAME_LAYOUTS, all).layouts.filter(({ found, total }) => found < 0.99 * total);

      expect(rare, half).to.deep.equal([]);
    }
  });

  it('takes no name that tells of the book and is not it', () => {
    const { layouts } = roundTrip(some, WRONG_NAMES, all);

    expect(layouts.filter(({ found }) => found > 0)).to.deep.equal([]);
  });

  it('takes no other book', () => {
    const few = some.filter((_, at) => at % 4 === 0);

    expect(crossTakes(few, NAME_LAYOUTS, all, 4000).taken).to.deep.equal([]);
  });
});
