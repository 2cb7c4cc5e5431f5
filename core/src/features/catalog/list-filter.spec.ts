import { expect } from 'chai';
import { sampleBook } from './catalog-world.spec.support.js';
import { facetsOf, filterBooks, sortBooks, type BookFilter } from './list-filter.js';

const BOOKS = [
  sampleBook(1, { title: 'Zeno', language: 'en', narrators: ['Ned Reader'], durationMinutes: 100, releaseDate: '2021-01-01' }),
  sampleBook(2, {
    title: 'Äther',
    language: 'de',
    narrators: ['Eva Stimme', 'Ned Reader'],
    durationMinutes: 300,
    releaseDate: '2023-05-01',
  }),
  sampleBook(3, { title: 'Part 10', language: 'en', narrators: ['Éva Stimme'], durationMinutes: 1300 }),
  sampleBook(4, { title: 'Part 9', narrators: [], releaseDate: '2022-01-01', authors: [{ name: 'Bob' }] }),
].map((book, index) => {
  if (index < 3) return book;
  const { durationMinutes: _, ...withoutLength } = book;
  return withoutLength;
});
const nothingIsInLibrary = () => false;
const titles = (filter: BookFilter, isInLibrary: (book: { asin: string }) => boolean = nothingIsInLibrary) =>
  filterBooks(BOOKS, filter, isInLibrary).map(({ title }) => title);

describe('filters of a list of books', () => {
  it('keep a language, a narrator in any spelling, a range of lengths, and what is not in the library', () => {
    expect(titles({})).to.have.length(4);
    expect(titles({ language: 'EN' })).to.deep.equal(['Zeno', 'Part 10']);
    expect(titles({ narrator: 'eva stimme' })).to.deep.equal(['Äther', 'Part 10']);
    expect(titles({ minLength: 300 })).to.deep.equal(['Äther', 'Part 10']);
    expect(titles({ minLength: 100, maxLength: 300 })).to.deep.equal(['Zeno', 'Äther']);
    expect(titles({ notInLibrary: true }, ({ asin }) => asin === sampleBook(1).asin)).to.not.include('Zeno');
    expect(titles({ language: 'en', narrator: 'Ned Reader', maxLength: 50 })).to.deep.equal([]);
  });

  it('take a narrator by the whole name', () => {
    expect(titles({ narrator: 'Ned' })).to.deep.equal([]);
  });

  it('sort by letters and numbers in either direction, the unknown last', () => {
    const sorted = (...how: Parameters<typeof sortBooks> extends [unknown, ...infer Rest] ? Rest : never) =>
      sortBooks(BOOKS, ...how).map(({ title }) => title);
    expect(sorted('title')).to.deep.equal(['Äther', 'Part 9', 'Part 10', 'Zeno']);
    expect(sorted('title', 'desc')).to.deep.equal(['Zeno', 'Part 10', 'Part 9', 'Äther']);
    expect(sorted('releaseDate')).to.deep.equal(['Äther', 'Part 9', 'Zeno', 'Part 10']);
    expect(sorted('length')).to.deep.equal(['Zeno', 'Äther', 'Part 10', 'Part 9']);
    expect(sorted('length', 'desc')).to.deep.equal(['Part 10', 'Äther', 'Zeno', 'Part 9']);
    expect(sorted('author', 'desc')[0]).to.equal('Part 9');
  });
});

describe('facets of a list of books', () => {
  it('count each value by what the list would have with it and the other filters', () => {
    const facets = facetsOf(BOOKS, { language: 'en' }, ({ asin }) => asin === sampleBook(1).asin);
    expect(facets.languages).to.deep.equal([
      { value: 'en', count: 2 },
      { value: 'de', count: 1 },
    ]);
    expect(facets.narrators.map(({ count }) => count)).to.deep.equal([1, 1]);
    expect(facets.lengths.map(({ count }) => count)).to.deep.equal([1, 0, 0, 1]);
    expect(facets.notInLibrary).to.equal(1);
  });

  it('count two spellings of a narrator as one, and once a book', () => {
    const { narrators } = facetsOf(BOOKS, {}, nothingIsInLibrary);
    expect(narrators).to.deep.equal([
      { value: 'Eva Stimme', count: 2 },
      { value: 'Ned Reader', count: 2 },
    ]);
  });

  it('are twenty narrators at most, and others are found by a part of their name', () => {
    const many = Array.from({ length: 30 }, (_, n) => sampleBook(n, { narrators: [`Reader ${n}`] }));
    const facets = facetsOf(many, {}, nothingIsInLibrary);
    expect(facets.narrators).to.have.length(20);
    expect(facets.moreNarrators).to.equal(true);
    const found = facetsOf(many, {}, nothingIsInLibrary, 'reader 29');
    expect(found.narrators).to.deep.equal([{ value: 'Reader 29', count: 1 }]);
    expect(found.moreNarrators).to.equal(false);
  });
});
