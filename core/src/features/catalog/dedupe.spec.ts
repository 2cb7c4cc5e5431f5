import { readFileSync } from 'node:fs';
import type { CatalogBook } from '@lectern/plugin-api';
import { expect } from 'chai';
import { groupSameWork, type GroupingOptions } from './dedupe.js';

type Groups = string[][];

function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8')) as T;
}

/** A partition as sorted text, so that two can be compared whatever their order. */
function partition(groups: readonly (readonly string[])[]): string[] {
  return groups.map((group) => [...group].sort().join('+')).sort();
}

function grouped(books: readonly CatalogBook[], options?: GroupingOptions): string[] {
  return partition(groupSameWork(books, options).groups);
}

function book(asin: string, more: Partial<CatalogBook> = {}): CatalogBook {
  return {
    asin,
    region: 'us',
    title: 'Same Title',
    authors: [{ name: 'One Author' }],
    narrators: ['A. Reader'],
    series: [],
    genres: [],
    durationMinutes: 600,
    ...more,
  };
}

/** Cases where these rules deliberately improve on title, author and runtime alone; the reason is next to the id. */
const DEVIATIONS: Readonly<Record<string, 'recommended' | Groups>> = {
  'subtitle-distinguishes': 'recommended',
  'language-differs': 'recommended',
  'acronym-dots': 'recommended',
  // The full-cast production is told apart; that the other two are one work cannot be read from their titles.
  'regional-title': [['B0TRK00090'], ['B0TRK00091'], ['B0TRK00092']],
};

describe('grouping of the same work', () => {
  describe('tricky cases', () => {
    const { cases } = fixture<{ cases: { id: string; why: string; books: CatalogBook[]; plain: Groups; recommended?: Groups }[] }>(
      'works-tricky',
    );
    for (const { id, why, books, plain, recommended } of cases) {
      it(`${id}: ${why}`, () => {
        const deviation = DEVIATIONS[id];
        const wanted = deviation === 'recommended' ? recommended : deviation;

        expect(grouped(books)).to.deep.equal(partition(wanted ?? plain));
      });
    }
  });

  describe('real listings', () => {
    const listings = fixture<{
      books: CatalogBook[];
      groups: Groups;
      singles: string[];
      recommendedSplits: { plain_group: string[]; recommended: Groups }[];
      recommendedJoins: { pair: string[] }[];
    }>('works-products');
    const joined = listings.recommendedJoins.map(({ pair }) => pair);
    const split = listings.recommendedSplits.flatMap(({ recommended }) => recommended);
    const isUntouched = (group: readonly string[]): boolean =>
      !partition([...joined, ...split])
        .join('+')
        .includes(group[0] ?? '');
    const better = [...listings.groups, ...listings.singles.map((asin) => [asin])].filter(isUntouched).concat(joined, split);

    it('finds every work, with all recommended splits and joins, when any reading of a text counts', () => {
      expect(grouped(listings.books, { narrators: 'ignored' })).to.deep.equal(partition(better));
    });

    it('parts exactly the works of which there are several readings when a work is one recording', () => {
      const byAsin = new Map(listings.books.map((entry) => [entry.asin, entry]));
      const readers = (asin: string): readonly string[] => byAsin.get(asin)?.narrators ?? [];
      // In these listings two recordings have either a reader in common or none.
      const byReader = better.flatMap((group) => {
        const parts: string[][] = [];
        for (const asin of group) {
          const part = parts.find((other) => other.some((member) => readers(member).some((name) => readers(asin).includes(name))));
          if (part) part.push(asin);
          else parts.push([asin]);
        }
        return parts;
      });

      expect(grouped(listings.books)).to.deep.equal(partition(byReader));
      expect(byReader.length - better.length).to.equal(9);
    });

    it('comes to the same works in any order', () => {
      const wanted = grouped(listings.books);
      const rotated = [...listings.books.slice(137), ...listings.books.slice(0, 137)];

      expect(grouped([...listings.books].reverse())).to.deep.equal(wanted);
      expect(grouped(rotated)).to.deep.equal(wanted);
    });
  });

  it('includes both bounds: 5 % of the longer runtime, and ten minutes', () => {
    const pair = (a: number, b: number): number =>
      grouped([book('B000000001', { durationMinutes: a }), book('B000000002', { durationMinutes: b })]).length;

    expect([pair(2400, 2526), pair(2400, 2527), pair(120, 130), pair(120, 131)]).to.deep.equal([1, 2, 1, 2]);
  });

  it('compares with the whole group, so that neighbours do not chain', () => {
    const chain = [600, 630, 661].map((minutes, index) => book(`B00000000${index}`, { durationMinutes: minutes }));

    expect(grouped(chain)).to.deep.equal(['B000000000+B000000001', 'B000000002']);
    expect(grouped([...chain].reverse())).to.deep.equal(['B000000000+B000000001', 'B000000002']);
  });

  it('lets a book without runtime join the only work it fits, and no other', () => {
    const unknown = book('B00000000U', { durationMinutes: 0 });
    const long = book('B00000000L');
    const short = book('B00000000S', { durationMinutes: 180 });

    expect(grouped([unknown, long])).to.deep.equal(['B00000000L+B00000000U']);
    expect(grouped([unknown, long, short])).to.deep.equal(['B00000000L', 'B00000000S', 'B00000000U']);
    expect(grouped([unknown, book('B00000000V', { durationMinutes: undefined })])).to.have.length(2);
  });

  it('never joins books without author, or with titles that normalise to nothing', () => {
    expect(grouped([book('B000000001', { authors: [] }), book('B000000002', { authors: [] })])).to.have.length(2);
    expect(grouped([book('B000000001', { title: '???' }), book('B000000002', { title: '???' })])).to.have.length(2);
  });

  for (const [what, left, right] of [
    ['series parts', { series: [{ name: 'S', part: '1a' }] }, { series: [{ name: 'S', part: '1b' }] }],
    ['a box set and its first part', { series: [{ name: 'S', part: '1-3' }] }, { series: [{ name: 'S', part: '1' }] }],
    ['portions of one title', { title: 'Same Title (1 of 3)' }, { title: 'Same Title (2 of 3)' }],
    ['abridgement', { abridged: true }, { abridged: false }],
    ['a dramatisation', { title: 'Same Title [Dramatized Adaptation]' }, {}],
    ['languages', { language: 'en' }, { language: 'de' }],
    ['readers', { narrators: ['Jim'] }, { narrators: ['Stephen'] }],
  ] as [string, Partial<CatalogBook>, Partial<CatalogBook>][]) {
    it(`keeps books apart that differ in ${what}`, () => {
      expect(grouped([book('B000000001', left), book('B000000002', right)])).to.have.length(2);
    });
  }

  it('takes what only one book states for no contradiction', () => {
    const bare = book('B000000001', { narrators: [] });
    const full = book('B000000002', {
      narrators: ['Jim'],
      language: 'en',
      abridged: false,
      subtitle: 'A Novel',
      series: [{ name: 'S', part: 'Book 1' }],
    });

    expect(grouped([bare, full])).to.deep.equal(['B000000001+B000000002']);
  });

  it('keeps the order of the books given and says why it joined', () => {
    const { groups, evidence } = groupSameWork([
      book('B000000003', { title: 'Other' }),
      book('B000000002', { durationMinutes: 605 }),
      book('B000000001'),
      book('B000000003', { title: 'Other' }),
      book('B000000004', { durationMinutes: undefined }),
    ]);

    expect(groups).to.deep.equal([['B000000003'], ['B000000002', 'B000000001', 'B000000004']]);
    expect(evidence).to.deep.equal([
      {
        asins: ['B000000002', 'B000000001', 'B000000004'],
        titleKey: 'same title',
        authorKeys: ['oneauthor'],
        durations: { shortest: 600, longest: 605, tolerance: 30.25 },
        unknownDuration: ['B000000004'],
      },
    ]);
  });
});
