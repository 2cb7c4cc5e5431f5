import { expect } from 'chai';
import { wantedBook } from './ranking/__fixtures__/adversaries.js';
import { buildQueries } from './query-builder.js';

function texts(...args: Parameters<typeof buildQueries>): readonly string[] {
  return buildQueries(...args).map(({ text }) => text);
}

describe('buildQueries', () => {
  it('searches for title and author first, then for the title alone', () => {
    expect(texts(wantedBook({ title: "Ender's Game", authors: ['Orson Scott Card'] }))).to.deep.equal([
      'Enders Game Orson Scott Card',
      'Enders Game',
    ]);
  });

  it('leaves out subtitle and punctuation', () => {
    const wanted = wantedBook({ title: 'So Long, and Thanks for All the Fish: A Trilogy', authors: ['Douglas Adams'] });

    expect(texts(wanted)[1]).to.equal('So Long and Thanks for All the Fish');
  });

  it('keeps the text after a short series name', () => {
    expect(texts(wantedBook({ title: 'Mistborn: The Final Empire', authors: ['Brandon Sanderson'] }))[1]).to.equal(
      'Mistborn The Final Empire',
    );
  });

  it('does not search for a very short title alone, and joins initials', () => {
    expect(texts(wantedBook({ title: 'It', authors: ['Stephen King'] }))).to.deep.equal(['It Stephen King']);
    expect(texts(wantedBook({ title: 'The Hobbit', authors: ['J. R. R. Tolkien'] }))[0]).to.equal('The Hobbit JRR Tolkien');
  });

  it('keeps words apart that end or begin with a marked letter', () => {
    expect(texts(wantedBook({ title: 'Love in the Time of Cholera', authors: ['Gabriel García Márquez'] }))[0]).to.equal(
      'Love in the Time of Cholera Gabriel García Márquez',
    );
  });

  it('leaves out what the catalogue puts around a title, and translators', () => {
    const nemesis = wantedBook({
      title: 'Nemesis: A Harry Hole Thriller, Book 4',
      authors: ['Don Bartlett - translator', 'Jo Nesbø'],
      series: 'Harry Hole',
    });

    expect(texts(nemesis)).to.deep.equal(['Nemesis Jo Nesbø', 'Nemesis']);
  });

  it('keeps other scripts', () => {
    expect(texts(wantedBook({ title: 'Анна Каренина', authors: ['Лев Толстой'] }))[0]).to.equal('Анна Каренина Лев Толстой');
  });

  it('lets an admin’s search terms replace the built queries', () => {
    const queries = buildQueries(wantedBook({ title: 'It', authors: ['Stephen King'] }), {
      searchTerms: [' it king unabridged ', ''],
      limit: 20,
    });

    expect(queries.map(({ text, limit }) => [text, limit])).to.deep.equal([['it king unabridged', 20]]);
  });
});
