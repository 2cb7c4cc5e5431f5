import { buildQueries, textKey } from '@lectern/core/testing';
import { expect } from 'chai';
import { loadEvaluationBooks } from './evaluation-books.js';
import { wantedOf } from './round-trip.js';
import { writersOf } from './spoken-names.js';

/** Words as most indexers compare them: all words of the query must be in the name. */
function words(text: string): string[] {
  return textKey(text.replace(/(\d),(?=\d)/g, '$1 '))
    .replace(/(?<!\p{L})(\p{L}) (?=\p{L}(?!\p{L}))/gu, '$1')
    .split(' ');
}

describe('the queries for the books of the catalogue', () => {
  const all = loadEvaluationBooks();

  it('have one for each book that an indexer could answer', () => {
    const unanswerable = all.filter((book) => {
      const name = new Set(words(`${writersOf(book)[0] ?? ''} - ${book.spoken}`));
      return !buildQueries(wantedOf(book)).some(({ text }) => words(text).every((word) => name.has(word)));
    });

    expect(unanswerable.map(({ title }) => title)).to.deep.equal([]);
  });

  it('begin with one that names author and title', () => {
    for (const book of all) {
      const [first] = buildQueries(wantedOf(book));
      const surname = words(writersOf(book)[0] ?? '').at(-1) ?? '';

      expect(words(first?.text ?? ''), book.title).to.include(surname);
    }
  });
});
