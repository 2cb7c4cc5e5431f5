import { expect } from 'chai';
import type { AnnotatedBook } from '../../api/types.js';
import { partsOfSeries } from './parts-of-series.js';

const TODAY = '2026-06-01';

function book(asin: string, part: string | undefined, more: Partial<AnnotatedBook> = {}): AnnotatedBook {
  return {
    asin,
    title: asin,
    availability: 'none',
    series: [
      { name: 'Other', id: 'S0', part: '9' },
      { name: 'Tales', id: 'S1', ...(part === undefined ? {} : { part }) },
    ],
    ...more,
  } as AnnotatedBook;
}

const shown = (books: AnnotatedBook[]) =>
  partsOfSeries('S1', books, TODAY).map((entry) => `${entry.part ?? '-'} ${entry.book.asin} ${entry.state}`);

describe('the parts of a series', () => {
  it('are ordered by number, with collections and unnumbered books at the end', () => {
    const books = [book('J', '1-3'), book('K', '10'), book('L', undefined), book('A', '2'), book('B', '1'), book('C', '1.5')];

    expect(partsOfSeries('S1', books, TODAY).map(({ part }) => part)).to.deep.equal(['1', '1.5', '2', '10', '1-3', undefined]);
  });

  it('include their other readings, the available one first', () => {
    const [part] = partsOfSeries('S1', [book('A', '1'), book('B', '1', { availability: 'available' }), book('C', '1')], TODAY);

    expect(part?.book.asin).to.equal('B');
    expect(part?.others.map(({ asin }) => asin)).to.deep.equal(['A', 'C']);
  });

  it('say whether they are available, requested, unreleased or missing, by any of their readings', () => {
    const books = [
      book('A', '1', { availability: 'available' }),
      book('B', '2', { availability: 'requested' }),
      book('C', '3', { releaseDate: '2026-06-02' }),
      book('D', '4', { releaseDate: '2026-06-01' }),
      book('E', '5', { releaseDate: '2027-01-01' }),
      book('F', '5', { releaseDate: '2020-01-01' }),
    ];

    expect(shown(books)).to.deep.equal(['1 A available', '2 B requested', '3 C upcoming', '4 D missing', '5 E missing']);
  });

  it('are never grouped without a number', () => {
    expect(partsOfSeries('S1', [book('A', undefined), book('B', undefined)], TODAY)).to.have.length(2);
  });
});
