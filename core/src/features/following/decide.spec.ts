import type { CatalogBook } from '@lectern/plugin-api';
import { expect } from 'chai';
import { decide, type DecideInput, type Decision } from './decide.js';
import type { BookState } from './follow-record.js';
import { asinOf, AUTHOR, SERIES, volume } from './follow-books.spec.support.js';

const TODAY = '2026-03-01';

function decided(books: readonly CatalogBook[], over: Partial<DecideInput> = {}): Decision {
  return decide({
    listing: { kind: 'series', catalogId: SERIES, region: 'us' },
    books,
    rule: { start: 'everything' },
    startDay: TODAY,
    today: TODAY,
    states: new Map(),
    known: undefined,
    ...over,
  });
}

function wanted(books: readonly CatalogBook[], over: Partial<DecideInput> = {}): string[] {
  return decided(books, over).wanted.map(({ book }) => book.asin);
}

function states(...entries: readonly (readonly [number, BookState])[]): Map<string, BookState> {
  return new Map(entries.map(([n, state]) => [asinOf(n), state]));
}

const author = { listing: { kind: 'author', catalogId: AUTHOR, region: 'us' } } as const;

describe('what is wanted of a followed series', () => {
  it('is all that is missing, in the order of the series', () => {
    const books = [volume(3, '3'), volume(1, '1'), volume(15, '1.5'), volume(2, '2'), volume(10, '10')];

    expect(wanted(books, { states: states([2, 'available']) })).to.deep.equal([1, 15, 3, 10].map(asinOf));
  });

  it('counts every part once, by what it is to the person', () => {
    const books = [
      volume(1, '1'),
      volume(11, '1', { narrators: ['Another'] }),
      volume(2, '2'),
      volume(3, '3'),
      volume(4, '4'),
      volume(5, '5'),
      volume(6, '6', { releaseDate: '2027-01-01' }),
    ];
    const known = states([1, 'available'], [2, 'requested'], [3, 'declined'], [4, 'ignored']);

    expect(decided(books, { states: known }).counts).to.deep.equal({
      listed: 7,
      available: 1,
      requested: 1,
      declined: 1,
      ignored: 1,
      missing: 1,
      upcoming: 1,
    });
  });

  it('says of every part what it is to the person, under one number however it is worded', () => {
    const books = [
      volume(9, undefined, { title: 'A companion' }),
      volume(8, '1-3'),
      volume(1, '1'),
      volume(11, '1.0', { narrators: ['Another'] }),
      volume(2, '2', { language: 'de' }),
      volume(3, '3'),
      volume(4, '4'),
      volume(5, '5'),
      volume(10, '10'),
      volume(6, '6', { releaseDate: '2027-01-01' }),
    ];
    const known = states([3, 'declined'], [4, 'ignored'], [5, 'available']);

    const { parts } = decided(books, { states: known });

    expect(parts.map(({ part, state, asins }) => `${part ?? '-'} ${state} ${asins.length}`)).to.deep.equal([
      '1 missing 2',
      '2 other_language 1',
      '3 declined 1',
      '4 ignored 1',
      '5 available 1',
      '6 upcoming 1',
      '10 missing 1',
      '1-3 collection 1',
      '- missing 1',
    ]);
  });

  describe('of several readings of a part', () => {
    it('is one: unabridged, read by a voice, out, and the best known', () => {
      const readings = [
        volume(1, '1', { abridged: true }),
        volume(2, '1', { title: 'Volume 1 (Dramatized Adaptation)' }),
        volume(3, '1', { releaseDate: '2026-09-01' }),
        volume(4, '1', { rating: { average: 4, count: 3 } }),
        volume(5, '1', { rating: { average: 4, count: 900 } }),
      ];

      expect(wanted(readings)).to.deep.equal([asinOf(5)]);
      expect(wanted([...readings].reverse())).to.deep.equal([asinOf(5)]);
    });

    for (const state of ['available', 'requested', 'declined', 'ignored'] as const) {
      it(`is none where another reading is ${state}`, () => {
        expect(wanted([volume(1, '1'), volume(2, 'Book 1')], { states: states([2, state]) })).to.deep.equal([]);
      });
    }

    it('is one where the same title stands there once with and once without a part', () => {
      expect(wanted([volume(1, '1'), volume(2, undefined, { title: 'Volume 1' })])).to.deep.equal([asinOf(1)]);
    });

    it('tells volumes apart that bear the name of the series', () => {
      const books = [volume(1, '1', { title: 'Tales' }), volume(2, '2', { title: 'Tales' }), volume(3, undefined, { title: 'Tales' })];

      expect(wanted(books)).to.include.members([asinOf(1), asinOf(2)]);
    });
  });

  describe('with a collection', () => {
    const box = volume(9, '1-3', { title: 'The box' });

    it('is its parts, not the collection', () => {
      expect(wanted([box, volume(1, '1'), volume(2, '2')])).to.deep.equal([asinOf(1), asinOf(2)]);
    });

    it('is the collection where its parts are not offered alone', () => {
      expect(wanted([box, volume(4, '4')])).to.deep.equal([asinOf(9), asinOf(4)]);
    });

    for (const state of ['available', 'requested'] as const) {
      it(`is nothing that stands in one that is ${state}`, () => {
        const books = [box, volume(1, '1'), volume(15, '1.5'), volume(4, '4')];

        expect(wanted(books, { states: states([9, state]) })).to.deep.equal([asinOf(4)]);
      });
    }

    it('is each part where only the collection was cancelled', () => {
      expect(wanted([box, volume(1, '1')], { states: states([9, 'declined']) })).to.deep.equal([asinOf(1)]);
    });
  });

  describe('in languages', () => {
    const german = { language: 'de' };

    it('is the reading in the language of the region', () => {
      const books = [volume(11, '1', german), volume(1, '1'), volume(12, '2', german), volume(2, '2')];

      expect(wanted(books)).to.deep.equal([asinOf(1), asinOf(2)]);
      const listing = { kind: 'series', catalogId: SERIES, region: 'de' } as const;
      expect(wanted(books, { listing })).to.deep.equal([asinOf(11), asinOf(12)]);
    });

    it('is the language of the series where the region’s is hardly among them', () => {
      const books = [1, 2, 3, 4, 5].map((n) => volume(n, String(n), german));

      expect(wanted([...books, volume(9, '1')])).to.deep.equal([1, 2, 3, 4, 5].map(asinOf));
    });

    it('is not asked again in translation, nor satisfied by one', () => {
      const books = [volume(1, '1'), volume(11, '1', german), volume(2, '2'), volume(12, '2', german)];

      expect(wanted(books, { states: states([11, 'available'], [12, 'declined']) })).to.deep.equal([asinOf(1)]);
    });

    it('takes a book that names no language for one in the right one', () => {
      expect(wanted([volume(1, '1'), volume(2, '2', { language: undefined })])).to.deep.equal([asinOf(1), asinOf(2)]);
    });
  });

  describe('from now on', () => {
    const rule = { start: 'from_now' } as const;
    const old = volume(1, '1');
    const coming = volume(2, '2', { releaseDate: '2026-06-01' });
    const undated = volume(3, '3', { releaseDate: undefined });

    it('is at the first check what comes out later, and nothing without a date', () => {
      expect(wanted([old, coming, undated], { rule })).to.deep.equal([asinOf(2)]);
    });

    it('is later what was not there and comes out since, with or without a date', () => {
      const known = new Set(['part:1', old.asin]);

      expect(wanted([old, coming, undated], { rule, known })).to.deep.equal([asinOf(2), asinOf(3)]);
    });

    it('is nothing that was there, also where it is dated anew or listed under another ASIN', () => {
      const known = new Set(['part:1', old.asin]);
      const again = [volume(1, '1', { releaseDate: '2026-04-01' }), volume(11, '1', { releaseDate: '2026-04-01' })];

      expect(wanted(again, { rule, known })).to.deep.equal([]);
    });

    it('is no new reading of a part that was out before', () => {
      const known = new Set<string>();

      expect(
        wanted([old, volume(11, '1', { releaseDate: '2026-04-01', rating: { average: 5, count: 9 } })], { rule, known }),
      ).to.deep.equal([]);
    });

    it('is no old book that the catalogue lists late', () => {
      expect(wanted([volume(5, '5', { releaseDate: '2019-01-01' })], { rule, known: new Set<string>() })).to.deep.equal([]);
    });

    it('includes what comes out that very day', () => {
      expect(wanted([volume(5, '5', { releaseDate: TODAY })], { rule })).to.deep.equal([asinOf(5)]);
    });
  });

  it('begins at the part that the rule names, half parts and later collections included', () => {
    const books = [volume(2, '2'), volume(25, '2.5'), volume(3, '3'), volume(7, undefined), volume(9, '4-6', { title: 'Box' })];

    expect(wanted(books, { rule: { start: 'from_part', part: '2.5' } })).to.deep.equal([asinOf(25), asinOf(3), asinOf(9)]);
  });

  it('stays bounded in work with a listing that lies', () => {
    const books = Array.from({ length: 1_000 }, (_, n) =>
      volume(n, n % 3 === 0 ? undefined : `${n % 7}-${(n % 7) + 2}`, { title: `T${n % 50}` }),
    );

    const { wanted: found, counts } = decided([...books, ...books]);

    expect(counts.listed).to.equal(2_000);
    expect(new Set(found.map(({ key }) => key)).size).to.equal(found.length);
    expect(found.length).to.be.below(100);
  });

  it('is nothing of an empty listing', () => {
    expect(decided([]).wanted).to.deep.equal([]);
  });
});

describe('what is wanted of a followed author', () => {
  it('is one reading of each text, whether it stands in a series or alone', () => {
    const books = [
      volume(1, '1'),
      volume(2, '1', { title: 'Volume 1', narrators: ['Another'] }),
      volume(3, undefined, { title: 'Alone', series: [] }),
      volume(4, undefined, { title: 'Alone: A Novel', series: [] }),
      volume(5, undefined, { title: 'Volume 1', series: [] }),
    ];

    expect(wanted(books, author)).to.have.members([asinOf(1), asinOf(3)]);
  });

  it('does not mix the parts of two series', () => {
    const other = volume(2, undefined, { series: [{ name: 'Sagas', id: 'B0SERIES02', part: '1' }] });
    const box = volume(9, '1-3', { title: 'Box', series: [{ name: 'Sagas', id: 'B0SERIES02', part: '1-3' }] });

    expect(wanted([volume(1, '1'), other, box], { ...author, states: states([9, 'available']) })).to.deep.equal([asinOf(1)]);
  });
});
