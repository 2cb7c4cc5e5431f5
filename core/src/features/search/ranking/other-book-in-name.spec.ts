import { expect } from 'chai';
import { releaseTitled, wantedBook } from './__fixtures__/adversaries.js';
import { DEFAULT_RANKING_RULES } from './ranking-rules.js';
import { rankReleases } from './ranking.js';

const DUNE = wantedBook({ title: 'Dune', authors: ['Frank Herbert'], series: 'Dune', seriesPart: '1', narrators: ['Simon Vance'] });
const UNREAD = { ...DUNE, narrators: [] };
const GIFT = wantedBook({ title: 'The Gift', authors: ['Danielle Steel'], narrators: [] });
const EMMA = wantedBook({ title: 'Emma', authors: ['Jane Austen'], narrators: [] });
const MILLENNIUM = wantedBook({ title: 'Millennium', authors: ['Stieg Larsson'], narrators: [] });

const isTaken = (wanted = DUNE, title: string, more: Parameters<typeof releaseTitled>[1] = {}) =>
  rankReleases(wanted, [releaseTitled(title, more)], DEFAULT_RANKING_RULES, 0)[0]?.automatic;

describe('a name with words of another book', () => {
  const others: readonly [string, typeof DUNE, Parameters<typeof releaseTitled>[1]?][] = [
    ['Frank Herbert - Dune Messiah (Unabridged) [Simon Vance] [M4B]', DUNE, { bookTitle: 'Dune', authors: ['Frank Herbert'] }],
    ['Cecelia Ahern - The Gift (Unabridged) [M4B]', GIFT, { authors: ['Danielle Steel'] }],
    ['Frank Herbert - Dune [MESSIAH]', DUNE],
    ['Frank Herbert - Dune M4B-Messiah', DUNE],
    ['Frank.Herbert.Dune.M4B-Messiah', { ...DUNE, otherBooksOfSeries: ['Dune Messiah'] }],
    ['Frank Herbert - Dune [M4B] [mEssiah]', { ...DUNE, otherBooksOfSeries: ['Dune Messiah'] }],
    ['Stieg Larsson - Millennium - Charlotte Gray [M4B]', MILLENNIUM],
    ['Frank Herbert - Dune read by Messiah Children of Dune [M4B]', UNREAD],
    ['Frank Herbert - Dune - Introduction to Arrakis [M4B]', DUNE],
    ['Emma Translated by the Book of Ghosts Jane Austen [M4B]', EMMA],
  ];
  for (const [title, wanted, more] of others) {
    it(`is not taken by itself: “${title}” for “${wanted.title}”`, () => {
      expect(isTaken(wanted, title, more)).to.equal(false);
    });
  }

  const same: readonly [string, typeof DUNE, Parameters<typeof releaseTitled>[1]?][] = [
    ['Frank Herbert - Dune (read by Scott Brick and Orlagh Cassidy) [M4B]', UNREAD],
    ['Frank.Herbert.Dune.2007.M4B-FLUiD', DUNE],
    ['Frank Herbert - Dune [M4B] [NMR]', DUNE],
    ['Jane Austen - Emma, with an introduction by Fiona Stafford [M4B]', EMMA],
    ['Neil Gaiman - Coraline (read by the author) [M4B]', wantedBook({ title: 'Coraline', authors: ['Neil Gaiman'], narrators: [] })],
    ['a3f9c2e17b6d4805a3f9c2e17b6d4805', DUNE, { bookTitle: 'Dune', authors: ['Frank Herbert'], categories: [3030] }],
  ];
  for (const [title, wanted, more] of same) {
    it(`is told from the wanted book in other words: “${title}”`, () => {
      expect(isTaken(wanted, title, more)).to.equal(true);
    });
  }
});
