import { expect } from 'chai';
import type { AnnotatedBook } from '../../api/types.js';
import { foundBooks } from './found-books.js';

const page = (...asins: string[]) => ({ items: asins.map((asin) => ({ asin }) as AnnotatedBook) });
const asinsOf = (books: readonly AnnotatedBook[]) => books.map(({ asin }) => asin);

describe('the results of a search', () => {
  it('have no number while there may be more', () => {
    const found = foundBooks([page('A', 'B')], true);

    expect(asinsOf(found.books)).to.deep.equal(['A', 'B']);
    expect(found.count).to.equal(undefined);
  });

  it('count each book once when all are there', () => {
    const found = foundBooks([page('A', 'B'), page('B', 'C', 'A')], false);

    expect(asinsOf(found.books)).to.deep.equal(['A', 'B', 'C']);
    expect(found.count).to.equal(3);
  });
});
