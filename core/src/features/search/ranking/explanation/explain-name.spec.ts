import { expect } from 'chai';
import { wantedBook } from '../__fixtures__/adversaries.js';
import { explainName } from './explain-name.js';

const DUNE = wantedBook({ title: 'Dune', authors: ['Frank Herbert'], narrators: ['Scott Brick'], series: 'Dune', seriesPart: '1' });
const GUNSLINGER = wantedBook({
  title: 'The Gunslinger: The Dark Tower I',
  authors: ['Stephen King'],
  narrators: ['George Guidall'],
  series: 'The Dark Tower',
  seriesPart: '1',
});
const MONSTERS = wantedBook({
  title: 'He Who Fights with Monsters 2: A LitRPG Adventure',
  authors: ['Shirtaloon', 'Travis Deverell'],
  series: 'He Who Fights with Monsters',
  seriesPart: '2',
});
const SHADOW = wantedBook({
  title: 'La sombra del viento',
  authors: ['Carlos Ruiz Zafón'],
  narrators: ['Jordi Varela'],
  language: 'es',
  series: 'El cementerio de los libros olvidados',
  seriesPart: '1',
});
const HUNGER = wantedBook({
  title: 'Die Tribute von Panem 1: Tödliche Spiele',
  authors: ['Suzanne Collins'],
  language: 'de',
  series: 'Die Tribute von Panem',
  seriesPart: '1',
});
const FAUST = wantedBook({ title: 'Goethe - Faust 1', authors: ['Johann Wolfgang von Goethe', 'Gustaf Gründgens'], language: 'de' });
const REDBREAST = wantedBook({ title: 'The Redbreast: A Harry Hole Novel', authors: ['Jo Nesbø'], series: 'Harry Hole', seriesPart: '3' });

/** What is left of a name. */
function left(name: string, wanted = DUNE): readonly string[] {
  return explainName(name, wanted).left;
}

describe('the explanation of a name by the wanted book', () => {
  const whole: readonly (readonly [string, typeof DUNE])[] = [
    ['Frank Herbert - Dune', DUNE],
    ['Herbert, Frank - Dune 01 - Dune (2007) [M4B]', DUNE],
    ['F Herbert - Dune (Unabridged) MP3 64', DUNE],
    ['Frank_Herbert-Dune-AUDIOBOOK-WEB-EN-2007-GRP', DUNE],
    ['FrankHerbert-Dune', DUNE],
    ['[Sci-Fi] Frank Herbert - Dune (Tantor Audio) 21h02m 64kbps', DUNE],
    ['Dune (Dune, Book 1) - Frank Herbert - Scott Brick', DUNE],
    ['Jo Nesbo - Harry Hole 03 - The Redbreast', REDBREAST],
    ['Redbreast, The (Harry Hole #3) by Nesbø, Jo', REDBREAST],
    ['Stephen King - The Dark Tower 1 - The Gunslinger (Revised Edition)', GUNSLINGER],
    ['The Gunslinger, Book 1 of The Dark Tower by Stephen King, narrated by George Guidall (7 hrs 22 mins)', GUNSLINGER],
    ['La sombra del viento, Book 1 of El cementerio de los libros olvidados by Carlos Ruiz Zafón', SHADOW],
    ['La sombra del viento, libro 1 de El cementerio de los libros olvidados - Carlos Ruiz Zafón', SHADOW],
    ['Tödliche Spiele, Book 1 of Die Tribute von Panem by Suzanne Collins (12 hrs 0 mins)', HUNGER],
    [
      'Royal Assassin, Tome 2 de L’Assassin royal by Robin Hobb',
      wantedBook({ title: 'Royal Assassin', authors: ['Robin Hobb'], language: 'fr', series: "L'Assassin royal", seriesPart: '2' }),
    ],
    [
      'De val, Book 2 of De kronieken by Jan de Wit',
      wantedBook({ title: 'De val', authors: ['Jan de Wit'], language: 'nl', series: 'De kronieken', seriesPart: '2' }),
    ],
    ['von Goethe, Johann Wolfgang - Faust 1 MP3', FAUST],
    ['Goethe - Faust 1', FAUST],
    ['Faust 1 by Johann Wolfgang von Goethe', FAUST],
    ['On War by Carl von Clausewitz', wantedBook({ title: 'On War', authors: ['Carl von Clausewitz'] })],
    ['61 Hours - Lee Child - MP3 64', wantedBook({ title: '61 Hours', authors: ['Lee Child'] })],
    ['James.Patterson-The.Russian.MP3-GRP', wantedBook({ title: 'The Russian', authors: ['James Patterson'] })],
    [
      'Twenty Thousand Leagues Under the Sea - Jules Verne',
      wantedBook({ title: '20,000 Leagues Under the Sea', authors: ['Jules Verne'] }),
    ],
    ['Lev Tolstoy - Voyna i mir', wantedBook({ title: 'Война и мир', authors: ['Лев Толстой'], language: 'ru' })],
    ['He Who Fights With Monsters, Book 2 by Shirtaloon (Travis Deverell)', MONSTERS],
    ['Shirtaloon - He Who Fights with Monsters Vol. 02', MONSTERS],
    ['村上春樹 ノルウェイの森 オーディオブック', wantedBook({ title: 'ノルウェイの森', authors: ['村上春樹'], language: 'ja' })],
  ];
  for (const [name, wanted] of whole) {
    it(`leaves nothing of “${name}”`, () => expect(explainName(name, wanted)).to.deep.include({ isWhole: true, left: [] }));
  }

  const unexplained: readonly (readonly [string, typeof DUNE, readonly string[]])[] = [
    ['Frank Herbert - Dune (Messiah) [M4B]', DUNE, ['Messiah']],
    ['Frank Herbert - Children of Dune', DUNE, ['Children of']],
    ['Frank Herbert - Dune 10 - Dune', DUNE, ['10']],
    ['Frank Herbert - Dune 1-6', DUNE, ['1-6']],
    ['Frank Herbert - Dune - Part 1', DUNE, ['Part 1']],
    ['Brian Herbert - Dune', DUNE, ['Brian']],
    ['La sombra del viento, Book 2 of El cementerio de los libros olvidados by Carlos Ruiz Zafón', SHADOW, ['Book 2 of']],
    ['von Goethe, Johann Wolfgang - Faust 2 MP3', FAUST, ['von Goethe, Johann Wolfgang - Faust 2 MP3']],
    ['Frank Herbert - Dune 2049', DUNE, ['2049']],
    ['Frank Herbert - German Dune', DUNE, ['German']],
    ['Shirtaloon - He Who Fights with Monsters Book 12', MONSTERS, ['Shirtaloon - He Who Fights with Monsters Book 12']],
  ];
  for (const [name, wanted, words] of unexplained) {
    it(`leaves “${words.join('”, “')}” of “${name}”`, () => {
      const explanation = explainName(name, wanted);

      expect(explanation.isWhole).to.equal(false);
      expect(explanation.left).to.deep.equal(words);
    });
  }

  it('finds no title in names without letters, or for books without any', () => {
    expect(explainName('??? - !!!', DUNE)).to.deep.include({ isWhole: false, hasTitle: false });
    expect(explainName('??? [M4B]', wantedBook({ title: '???', authors: ['!!!'] }))).to.deep.include({ isWhole: false, hasTitle: false });
    expect(explainName('', DUNE).isWhole).to.equal(false);
  });

  it('says what each word is', () => {
    const { explained, author, otherReaders } = explainName('Frank Herbert - Dune (read by Simon Vance) [M4B]', DUNE);

    expect(explained.map(({ by, text }) => `${by}: ${text}`)).to.deep.equal([
      'author: Frank Herbert',
      'title: Dune',
      'word: read by',
      'reader: Simon Vance',
      'tag: M4B',
    ]);
    expect([author, otherReaders]).to.deep.equal([1, ['Simon Vance']]);
  });

  it('knows an author who reads the book', () => {
    const reading = (name: string): readonly string[] => explainName(name, DUNE).readingAuthors;

    expect(reading('Frank Herbert - Dune, read by Frank Herbert')).to.deep.equal(['Frank Herbert']);
    expect(reading('Dune (narrated by Herbert, Frank)')).to.deep.equal(['Frank Herbert']);
    expect(reading('Dune by Frank Herbert, read by Scott Brick')).to.deep.equal([]);
  });

  it('takes the longest phrase, so that a series is not the title and a word', () => {
    expect(left('Frank Herbert - Dune (Dune Chronicles)', { ...DUNE, series: 'Dune Chronicles' })).to.deep.equal([]);
    expect(left('Frank Herbert - Dune Chronicles', { ...DUNE, series: 'Dune Chronicles' })).to.deep.equal(['Chronicles']);
  });

  it('never throws on hostile text', () => {
    const hostile = [
      '[[[[((((',
      ')]}',
      'a-'.repeat(1000),
      '((a) '.repeat(400),
      'by '.repeat(500),
      'Dune '.repeat(300),
      '1 '.repeat(1000),
      '\u0000\uffff',
    ];
    for (const name of hostile) expect(explainName(name, DUNE).left).to.be.an('array');
  });
});
