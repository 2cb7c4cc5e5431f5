import { expect } from 'chai';
import { compareNames } from './ranking/name-matching.js';
import { numbersAsDigits, sameTitle, textKey } from './text-key.js';

describe('textKey', () => {
  it('folds case, diacritics, apostrophes and punctuation', () => {
    expect(textKey('Émile Zola’s “Germinal” & Nesbø')).to.equal('emile zolas germinal and nesbo');
  });

  it('keeps other scripts distinct', () => {
    expect(textKey('ノルウェイの森')).to.not.equal('');
    expect(textKey('カ')).to.not.equal(textKey('ガ'));
  });
});

describe('sameTitle', () => {
  it('never holds for titles that fold to nothing', () => {
    expect(sameTitle('???', '!!!')).to.equal(false);
    expect(sameTitle('', '')).to.equal(false);
  });

  it('holds across articles, digits, joined words and German digraphs', () => {
    expect(sameTitle('The Hobbit', 'Hobbit')).to.equal(true);
    expect(sameTitle('Nineteen Eighty-Four', '1984')).to.equal(true);
    expect(sameTitle('20,000 Leagues', 'Twenty Thousand Leagues')).to.equal(true);
    expect(sameTitle('Gespensterjäger', 'Gespensterjaeger')).to.equal(true);
    expect(sameTitle('Dune', 'Dune Messiah')).to.equal(false);
  });

  it('reads number words', () => {
    expect(numbersAsDigits('one hundred years of solitude')).to.equal('100 years of solitude');
    expect(numbersAsDigits('catch twenty two')).to.equal('catch 22');
  });
});

describe('compareNames', () => {
  const same: readonly (readonly [string, string])[] = [
    ['J.R.R. Tolkien', 'J. R. R. Tolkien'],
    ['JRR Tolkien', 'John Ronald Reuel Tolkien'],
    ['Tolkien', 'J. R. R. Tolkien'],
    ['AA Milne', 'A. A. Milne'],
    ['JK Rowling', 'Joanne Rowling'],
    ['Le Guin, Ursula K.', 'Ursula K. Le Guin'],
    ['Ursula Le Guin', 'Ursula K. Le Guin'],
    ['Cal New Port', 'Cal Newport'],
    ['Jo Nesbo', 'Jo Nesbø'],
    ['Jared Diamod', 'Jared Diamond'],
    ['Fedor Dostoevskii', 'Fyodor Dostoevsky'],
    ['Лев Толстой', 'Leo Tolstoy'],
    ['村上春樹', '村上春樹'],
    ['Liu Cixin', 'Cixin Liu'],
    ['Cixin Liu', 'Liu Cixin'],
    ['Ai', 'Ai'],
  ];
  for (const [stated, wanted] of same) {
    it(`takes ${stated} for ${wanted}`, () => expect(compareNames(stated, wanted)).to.be.above(0));
  }

  const other: readonly (readonly [string, string])[] = [
    ['Stephen Kingston', 'Stephen King'],
    ['Owen King', 'Stephen King'],
    ['Al Smith', 'Adam Smith'],
    ['S. King', 'Owen King'],
    ['Brian Herbert', 'Frank Herbert'],
    ['Christopher Tolkien', 'J. R. R. Tolkien'],
    ['???', '!!!'],
    ['村上春樹', '夏目漱石'],
    ['', 'Homer'],
  ];
  for (const [stated, wanted] of other) {
    it(`distinguishes ${stated === '' ? 'nothing' : stated} from ${wanted}`, () => expect(compareNames(stated, wanted)).to.equal(0));
  }
});
