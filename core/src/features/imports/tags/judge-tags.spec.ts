import { expect } from 'chai';
import { inEnglish } from '../../../platform/words/index.js';
import type { WantedBook } from '../../search/ranking/wanted-book.js';
import type { ClaimGroup } from './file-claims.js';
import { judgeTags, type StatedRecording, type TagVerdict } from './judge-tags.js';

const DUNE: WantedBook = {
  title: 'Dune',
  authors: ['Frank Herbert'],
  narrators: ['Simon Vance'],
  series: 'Dune',
  seriesPart: '1',
  durationMinutes: 600,
  asin: 'B002V1OF70',
  siblings: ['B000SIBLIN'],
  format: 'audiobook',
};

const POTTER: WantedBook = {
  title: 'Harry Potter and the Sorcerer’s Stone, Book 1',
  authors: ['J.K. Rowling'],
  narrators: ['Jim Dale'],
  series: 'Harry Potter',
  seriesPart: '1',
  format: 'audiobook',
};

const HOUR = 3600;

function says(more: Partial<ClaimGroup>): ClaimGroup {
  return { authors: [], narrators: [], asins: [], files: 1, seconds: HOUR, ...more };
}

interface Options {
  readonly wanted?: WantedBook;
  readonly stated?: ReadonlyMap<string, StatedRecording>;
  readonly isNarratorRequested?: boolean;
}

/** With the evidence in English. */
async function judge(
  groups: readonly ClaimGroup[],
  { wanted = DUNE, stated = new Map(), isNarratorRequested = false }: Options = {},
): Promise<Omit<TagVerdict, 'evidence'> & { readonly evidence?: string }> {
  const { evidence, ...verdict } = await judgeTags(groups, { wanted, stated, isNarratorRequested });
  return evidence === undefined ? verdict : { ...verdict, evidence: inEnglish(evidence) };
}

describe('the tags of files beside the wanted book', () => {
  const fitting: readonly (readonly [string, Partial<ClaimGroup>, Options?])[] = [
    ['nothing', {}],
    ['the title', { album: 'Dune', authors: ['Frank Herbert'] }],
    ['the title without an author', { album: 'Dune' }],
    ['the title with an edition', { album: 'Dune (Unabridged)', authors: ['Frank Herbert'] }],
    ['the title with a disc', { album: 'Dune, Disc 3 of 17', authors: ['F. Herbert'] }],
    ['the title with its series', { album: 'Dune: Book One of the Dune Chronicles', authors: ['Frank Herbert'] }],
    ['the title in the title alone', { album: 'Frank Herbert Collection', title: 'Dune', authors: ['Frank Herbert'] }],
    ['author and title in the album', { album: 'Frank Herbert - Dune', authors: ['Simon Vance'] }],
    ['the author as the album', { album: 'Frank Herbert', authors: ['Frank Herbert'] }],
    ['the series as the album', { album: 'Harry Potter', authors: ['J. K. Rowling'] }, { wanted: POTTER }],
    ['the series and its part as the album', { album: 'Harry Potter 1', authors: ['Rowling, J.K.'] }, { wanted: POTTER }],
    ['the narrator in the artist’s place', { album: 'Dune', authors: ['Simon Vance'] }],
    ['a publisher in the artist’s place', { album: 'Dune', authors: ['Recorded Books'] }],
    ['a program in the artist’s place', { album: 'Dune', authors: ['SuperRipper3000'] }],
    ['its own number beside another title', { album: 'Arrakis', authors: ['Somebody Else'], asins: ['B002V1OF70'] }],
    ['a sibling’s number', { album: 'Dune', asins: ['B000SIBLIN'] }],
    ['another reader where any will do', { album: 'Dune', authors: ['Frank Herbert'], narrators: ['Scott Brick'] }],
    ['the author as the composer', { album: 'Dune', narrators: ['Frank Herbert'] }, { isNarratorRequested: true }],
  ];
  for (const [what, group, options] of fitting) {
    it(`fit when they state ${what}`, async () => {
      expect(await judge([says(group)], options))
        .to.include({ status: 'ok' })
        .and.to.not.have.property('evidence');
    });
  }

  const contradicting: readonly (readonly [string, Partial<ClaimGroup>, string, Options?])[] = [
    ['a longer title', { album: 'Dune Messiah', authors: ['Frank Herbert'] }, 'The files say they are “Dune Messiah” by Frank Herbert.'],
    [
      'a title around it',
      { title: 'Children of Dune', authors: ['Frank Herbert'] },
      'The files say they are “Children of Dune” by Frank Herbert.',
    ],
    ['another part', { album: 'Dune 2', authors: ['Frank Herbert'] }, 'The files say they are “Dune 2” by Frank Herbert.'],
    [
      'a book of somebody else',
      { album: 'The Shining', authors: ['Stephen King'] },
      'The files say they are “The Shining” by Stephen King.',
    ],
    [
      'another book of the series',
      { album: 'The Chamber of Stones', authors: ['J.K. Rowling'] },
      'The files say they are “The Chamber of Stones” by J.K. Rowling.',
      { wanted: { ...POTTER, otherBooksOfSeries: ['The Chamber of Stones'] } },
    ],
    [
      'a number that nobody knows beside another title',
      { album: 'Dune Messiah', authors: ['Frank Herbert'], asins: ['B000OTHER1'] },
      'The files say they are “Dune Messiah” by Frank Herbert.',
      { stated: new Map([['B000OTHER1', { isSame: false }]]) },
    ],
    [
      'another title, and are not as long',
      { album: 'Der Wüstenplanet', authors: ['Frank Herbert'], seconds: 8 * HOUR },
      'The files say they are “Der Wüstenplanet” by Frank Herbert.',
    ],
    [
      'another part, and are as long',
      { album: 'Children of Dune', authors: ['Frank Herbert'], seconds: 10 * HOUR },
      'The files say they are “Children of Dune” by Frank Herbert.',
    ],
    [
      'another book of the series, and are as long',
      { album: 'The Chamber of Stones', authors: ['J.K. Rowling'], seconds: 10 * HOUR },
      'The files say they are “The Chamber of Stones” by J.K. Rowling.',
      { wanted: { ...POTTER, durationMinutes: 600, otherBooksOfSeries: ['The Chamber of Stones'] } },
    ],
    [
      'the number of a book that the catalogue knows',
      { album: 'Dune', asins: ['B000OTHER1'] },
      'The files carry the ASIN B000OTHER1, which is that of “Dune Messiah” by Frank Herbert, read by Scott Brick.',
      {
        stated: new Map([
          ['B000OTHER1', { isSame: false, book: { title: 'Dune Messiah', authors: ['Frank Herbert'], narrators: ['Scott Brick'] } }],
        ]),
      },
    ],
  ];
  for (const [what, group, evidence, options] of contradicting) {
    it(`contradict it when they state ${what}`, async () => {
      expect(await judge([says(group)], options)).to.include({ status: 'broken', evidence });
    });
  }

  const doubtful: readonly (readonly [string, Partial<ClaimGroup>, Options?])[] = [
    ['another title without an author', { album: 'Heretics' }],
    ['another wording of the title', { album: "Harry Potter and the Philosopher's Stone", authors: ['J.K. Rowling'] }, { wanted: POTTER }],
    ['a title in another script', { album: 'Дюна', authors: ['Frank Herbert'] }],
    ['the title with somebody else’s name', { album: 'Dune', authors: ['Stephen King'] }],
    ['another title and a name that is nobody’s', { album: 'Holiday Tapes', authors: ['SuperRipper3000'] }],
    ['another reader than the requested one', { album: 'Dune', narrators: ['Scott Brick'] }, { isNarratorRequested: true }],
    ['a translated title, and are as long', { album: 'Der Wüstenplanet', authors: ['Frank Herbert'], seconds: 10.2 * HOUR }],
    [
      'a translated title with the name of the series, and are as long',
      { album: 'Harry Potter und der Stein der Weisen', authors: ['J.K. Rowling'], seconds: 9.9 * HOUR },
      { wanted: { ...POTTER, durationMinutes: 600 } },
    ],
  ];
  for (const [what, group, options] of doubtful) {
    it(`leave it to a person when they state ${what}`, async () => {
      const verdict = await judge([says(group)], options);

      expect(verdict.status).to.equal('suspect');
      expect(verdict.evidence).to.match(/^The files say they are /);
    });
  }

  it('fit when the number is the same recording’s under another name', async () => {
    const stated = new Map([['B000OTHER1', { isSame: true }]]);

    expect((await judge([says({ album: 'Dune', asins: ['B000OTHER1'] })], { stated })).status).to.equal('ok');
  });

  const nobodys: readonly (readonly [string, StatedRecording | undefined, string])[] = [
    ['the catalogue does not know', { isSame: false }, 'The files carry the ASIN B000OTHER1, which the catalogue does not know.'],
    [
      'the catalogue does not answer about',
      { isSame: false, isUnanswered: true },
      'The files carry the ASIN B000OTHER1, and the catalogue does not answer whose it is.',
    ],
    [
      'the catalogue was not asked about',
      undefined,
      'The files carry several foreign ASINs, and the catalogue was not asked whose B000OTHER1 is.',
    ],
  ];
  for (const [which, recording, evidence] of nobodys) {
    it(`leave it to a person when they carry a number that ${which}`, async () => {
      const stated = new Map(recording ? [['B000OTHER1', recording]] : []);
      const group = { album: 'Dune', authors: ['Frank Herbert'], asins: ['B000OTHER1'] };

      expect(await judge([says(group)], { stated })).to.include({ status: 'suspect', evidence });
    });
  }

  describe('of several files', () => {
    const messiah = { album: 'Dune Messiah', authors: ['Frank Herbert'] };
    const dune = { album: 'Dune', authors: ['Frank Herbert'] };

    it('decide together: the first file alone does not', async () => {
      const verdict = await judge([says({ ...messiah, seconds: 0.4 * HOUR }), says({ ...dune, files: 9, seconds: 9 * HOUR })]);

      expect(verdict.status).to.equal('ok');
    });

    it('contradict it when most of them do, and the others say nothing', async () => {
      const verdict = await judge([says({ seconds: 3 * HOUR }), says({ ...messiah, files: 7, seconds: 7 * HOUR })]);

      expect(verdict).to.include({ status: 'broken', evidence: 'The files say they are “Dune Messiah” by Frank Herbert.' });
    });

    it('leave it to a person when some of them do, and the others say nothing', async () => {
      expect((await judge([says({ seconds: 7 * HOUR }), says({ ...messiah, seconds: 3 * HOUR })])).status).to.equal('suspect');
    });

    it('leave it to a person when some carry a number that nobody knows', async () => {
      const foreign = { ...dune, asins: ['B000OTHER4'] };

      const verdict = await judge([says({ ...dune, files: 8, seconds: 8 * HOUR }), says({ ...foreign, files: 2, seconds: 2 * HOUR })]);

      expect(verdict.status).to.equal('suspect');
      expect(verdict.evidence).to.include('B000OTHER4');
    });

    it('name two books in one folder', async () => {
      const verdict = await judge([says({ ...dune, files: 10, seconds: 10 * HOUR }), says({ ...messiah, files: 8, seconds: 8 * HOUR })]);

      expect(verdict).to.include({
        status: 'broken',
        evidence: 'The files say they are several books: “Dune” by Frank Herbert and “Dune Messiah” by Frank Herbert.',
      });
    });

    it('leave a short stranger beside the book to a person', async () => {
      const verdict = await judge([says({ ...dune, files: 9, seconds: 9 * HOUR }), says({ ...messiah, seconds: 1.5 * HOUR })]);

      expect(verdict.status).to.equal('suspect');
      expect(verdict.evidence).to.include('several books');
    });
  });

  it('are shown row by row beside what was wanted', async () => {
    const { checks } = await judge([
      says({ album: 'Dune Messiah', authors: ['Frank Herbert'], narrators: ['Scott Brick'], asins: ['B000OTHER1'] }),
    ]);

    expect(checks).to.deep.equal([
      { what: 'title', wanted: 'Dune', found: 'Dune Messiah', verdict: 'differs' },
      { what: 'author', wanted: 'Frank Herbert', found: 'Frank Herbert', verdict: 'agrees' },
      { what: 'narrator', wanted: 'Simon Vance', found: 'Scott Brick', verdict: 'differs' },
      { what: 'asin', wanted: 'B002V1OF70', found: 'B000OTHER1', verdict: 'differs' },
    ]);
    const silent = (await judge([says({})])).checks;
    expect(silent.map(({ found, verdict }) => [found, verdict])).to.deep.equal(Array.from({ length: 4 }, () => [undefined, 'unknown']));
  });

  it('never tell where the server keeps its files', async () => {
    const verdict = await judge([says({ album: 'Kept in 10.0.0.5:9091', authors: ['Stephen King'] })]);

    expect(JSON.stringify(verdict)).to.not.include('10.0.0.5');
  });
});
