import { expect } from 'chai';
import type { AnnotatedBook, FollowPreview } from '../../api/types.js';
import { partsOfSeries } from './parts-of-series.js';

type Judged = FollowPreview['parts'][number];

function book(asin: string, part?: string, availability: AnnotatedBook['availability'] = 'none'): AnnotatedBook {
  const series = [
    { name: 'Other', id: 'S0', part: '9' },
    { name: 'Tales', id: 'S1', ...(part === undefined ? {} : { part }) },
  ];
  return { asin, title: asin, availability, series } as unknown as AnnotatedBook;
}

function judged(part: string | null, state: Judged['state'], asin: string, ...others: string[]): Judged {
  return { part, state, asin, asins: [...others, asin] };
}

const shown = (books: AnnotatedBook[], parts: Judged[] | undefined) =>
  partsOfSeries('S1', books, parts).map(({ part, book, others, state }) =>
    [part ?? '-', book.asin, ...others.map(({ asin }) => asin), state ?? '?'].join(' '),
  );

describe('the parts of a series', () => {
  it('are those that the server judged, the reading first that would be requested', () => {
    const books = [book('A', '1.0'), book('B', '1'), book('C', '2'), book('J', '1-2')];
    const parts = [judged('1', 'missing', 'B', 'A'), judged('2', 'ignored', 'C'), judged('1-2', 'collection', 'J')];

    expect(shown(books, parts)).to.deep.equal(['1 B A missing', '2 C ignored', '1-2 J collection']);
  });

  it('are had or on their way as soon as a book is', () => {
    const books = [book('A', '1'), book('B', '1', 'requested'), book('C', '2', 'available'), book('D', '3', 'available'), book('E', '3')];
    const parts = [judged('1', 'missing', 'A', 'B'), judged('2', 'upcoming', 'C'), judged('3', 'missing', 'E', 'D')];

    // the one that is there of part 3 is a translation, else it would have been judged
    expect(shown(books, parts)).to.deep.equal(['1 B A requested', '2 C available', '3 E D missing']);
  });

  it('are put together by their number alone while the server cannot judge, and missing is not said', () => {
    const books = [book('L'), book('K', '10'), book('A', '2'), book('B', '2', 'available'), book('J', '1-3'), book('M')];

    expect(shown(books, undefined)).to.deep.equal(['2 B A available', '10 K ?', '- L ?', '1-3 J ?', '- M ?']);
  });

  it('keep books that the server did not judge', () => {
    expect(shown([book('A', '1'), book('B', '2')], [judged('1', 'missing', 'A')])).to.deep.equal(['1 A missing', '2 B ?']);
  });
});
