import { expect } from 'chai';
import { bareTitle, type TitleContext } from './bare-title.js';

describe('a title without the catalogue’s furniture', () => {
  const cases: readonly (readonly [string, TitleContext, string])[] = [
    ["Harry Potter and the Sorcerer's Stone, Book 1", { seriesNames: ['Harry Potter'] }, "Harry Potter and the Sorcerer's Stone"],
    ['Nemesis: A Harry Hole Thriller, Book 4', { seriesNames: ['Harry Hole'] }, 'Nemesis'],
    ['The Redbreast: A Harry Hole Novel', { seriesNames: ['Harry Hole'] }, 'The Redbreast'],
    ['Consider Phlebas (Booktrack Edition)', {}, 'Consider Phlebas'],
    ['The Broken Eye [Dramatized Adaptation]', {}, 'The Broken Eye'],
    ['La reina estrangulada [The Strangled Queen]', {}, 'La reina estrangulada'],
    ['A Game of Thrones: A Song of Ice and Fire, Book 1', { seriesNames: ['A Song of Ice and Fire'] }, 'A Game of Thrones'],
    ['The Gunslinger: The Dark Tower I', { seriesNames: ['The Dark Tower'] }, 'The Gunslinger'],
    ['Golden Son: Book II of the Red Rising Trilogy', { seriesNames: ['Red Rising Saga'] }, 'Golden Son'],
    ['Unsouled: Cradle, Book 1', {}, 'Unsouled'],
    ['Dungeon Crawler Carl: A LitRPG/Gamelit Adventure', { seriesNames: ['Dungeon Crawler Carl'] }, 'Dungeon Crawler Carl'],
    ['Sherlock Holmes: A Study in Scarlet', { seriesNames: ['Sherlock Holmes'] }, 'A Study in Scarlet'],
    ['O. Henry: Complete Short Stories Collection', { authors: ['O. Henry'] }, 'Complete Short Stories Collection'],
    ['The Critique of Pure Reason by Immanuel Kant', { authors: ['Immanuel Kant'] }, 'The Critique of Pure Reason'],
    ['Harry Potter und der Stein der Weisen - Gesprochen von Rufus Beck', {}, 'Harry Potter und der Stein der Weisen'],
    ['Dracula (Unabridged)', {}, 'Dracula'],
    // All that tells two books apart stays.
    ['1Q84, Buch 3', {}, '1Q84, Buch 3'],
    ['Gate, Book 1', { seriesNames: ['Gate'] }, 'Gate, Book 1'],
    ['Overlord, Vol. 5', { seriesNames: ['Overlord'] }, 'Overlord, Vol. 5'],
    ['Selected Stories, Volume 2', {}, 'Selected Stories, Volume 2'],
    ['A Long Book (1 of 3)', {}, 'A Long Book (1 of 3)'],
    ['Star Wars: A New Hope', {}, 'Star Wars: A New Hope'],
    ['[Unabridged]', {}, '[Unabridged]'],
    ['2010: Odyssey Two', { seriesNames: ['Space Odyssey'] }, '2010: Odyssey Two'],
  ];
  for (const [title, context, expected] of cases) {
    it(`of “${title}” is “${expected}”`, () => expect(bareTitle(title, context).title).to.equal(expected));
  }

  it('keeps what was taken off, for those who must explain it', () => {
    expect(bareTitle('Nemesis (Unabridged): A Harry Hole Thriller, Book 4', { seriesNames: ['Harry Hole'] }).furniture).to.deep.equal([
      'Unabridged',
      'A Harry Hole Thriller, Book 4',
    ]);
  });
});
