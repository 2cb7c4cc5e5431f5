import { expect } from 'chai';
import { ADVERSARIES, releaseTitled, wantedBook } from './__fixtures__/adversaries.js';
import { DEFAULT_RANKING_RULES } from './ranking-rules.js';
import type { RankingRules } from './ranking-rules.js';
import { pickAutomatic, rankReleases } from './ranking.js';
import type { RankedCandidate } from './ranking.js';

const MARTIAN = wantedBook({ title: 'The Martian', authors: ['Andy Weir'], narrators: ['R. C. Bray'], durationMinutes: 653 });
const GIGABYTE = 1e9;

function rank(
  titles: readonly (string | ReturnType<typeof releaseTitled>)[],
  rules: Partial<RankingRules> = {},
  wanted = MARTIAN,
): readonly RankedCandidate[] {
  const releases = titles.map((title) => (typeof title === 'string' ? releaseTitled(title) : title));
  return rankReleases(wanted, releases, { ...DEFAULT_RANKING_RULES, ...rules }, 0);
}

function failed(candidate: RankedCandidate | undefined): readonly string[] {
  return candidate?.gates.filter((gate) => !gate.passed).map((gate) => gate.name) ?? [];
}

describe('rankReleases', () => {
  describe('on near misses', () => {
    for (const [wanted, rows] of ADVERSARIES) {
      for (const [title, expected] of rows) {
        it(`${expected === 'yes' ? 'takes' : 'leaves'} “${title}” for “${wanted.title}”`, () => {
          const [candidate] = rankReleases(wantedBook(wanted), [releaseTitled(title)], DEFAULT_RANKING_RULES, 0);

          expect(candidate?.automatic).to.equal(expected === 'yes');
        });
      }
    }
  });

  it('compares series numbers', () => {
    const wanted = wantedBook({ title: 'Overlord', authors: ['Kugane Maruyama'], series: 'Overlord', seriesPart: '1' });

    const titles = ['1', '2', '7', '10'].map((part) => `Overlord, Vol. ${part} by Kugane Maruyama [ENG / M4B]`);

    expect(rank(titles, {}, wanted).map(({ automatic, parsed }) => [parsed.part, automatic])).to.have.deep.members([
      ['1', true],
      ['2', false],
      ['7', false],
      ['10', false],
    ]);
  });

  it('excludes a flag at −100 and does not let bonuses lift a poor release over the line', () => {
    const poor = releaseTitled('The Martian (Andy Weir) 24kbps mp3', {
      flags: ['golden'],
      seeders: 1,
      indexer: { id: 'a', name: 'A', priority: 50 },
    });
    const flagRules = [
      { flag: 'golden', points: 100 },
      { flag: 'bad', points: -100 },
    ];

    const [barred] = rank([releaseTitled('Andy Weir - The Martian [M4B]', { flags: ['bad'] })], { flagRules });
    const [bonus] = rank([poor], { flagRules, minScore: 70 });

    expect(failed(barred)).to.deep.equal(['flags']);
    expect(bonus?.score).to.be.above(100);
    expect(bonus?.automatic).to.equal(false);
  });

  it('scores all formats equally without a preference', () => {
    const points = rank(['Andy Weir - The Martian [M4B]', 'Andy Weir - The Martian [FLAC]'], { formatPreference: ['any'] }).map(
      ({ parts }) => parts.find((part) => part.name === 'format')?.points,
    );

    expect(points).to.deep.equal([15, 15]);
  });

  it('prefers the wanted narrator and the preferred format', () => {
    const ranked = rank([
      'Andy Weir - The Martian (read by Wil Wheaton) [M4B]',
      'Andy Weir - The Martian (read by R.C. Bray) [MP3]',
      'Andy Weir - The Martian (read by R.C. Bray) [M4B]',
    ]);

    expect(ranked.map(({ parsed }) => `${parsed.narrators.join()} ${parsed.formats.join()}`)).to.deep.equal([
      'R. C. Bray m4b',
      'R. C. Bray mp3',
      'Wil Wheaton m4b',
    ]);
  });

  it('ranks a release without an author below one with an author', () => {
    const wanted = wantedBook({ title: 'Project Hail Mary', authors: ['Andy Weir'] });

    const ranked = rank(['Project Hail Mary [M4B]', 'Andy Weir - Project Hail Mary [M4B]'], {}, wanted);

    expect(ranked.map(({ automatic }) => automatic)).to.deep.equal([true, true]);
    expect(ranked[0]?.parsed.authors).to.deep.equal(['Andy Weir']);
  });

  it('names the gate that stops a release', () => {
    const cases: readonly (readonly [string, ReturnType<typeof releaseTitled>, Partial<RankingRules>])[] = [
      ['protocol', releaseTitled('Andy Weir - The Martian [M4B]', { protocol: 'usenet' }), { protocolsWithClient: ['torrent'] }],
      ['seeders', releaseTitled('Andy Weir - The Martian [M4B]', { seeders: 0 }), {}],
      ['size', releaseTitled('Andy Weir - The Martian [M4B]', { size: 20_000_000 }), {}],
      ['size', releaseTitled('Andy Weir - The Martian [M4B]', { size: 40 * GIGABYTE }), {}],
      ['language', releaseTitled('Andy Weir - The Martian [M4B]', { language: 'de' }), {}],
      ['medium', releaseTitled('Andy Weir - The Martian', { fileType: 'epub' }), {}],
      [
        'blocklist',
        releaseTitled('Andy Weir - The Martian [M4B]', { infoHash: 'a'.repeat(40) }),
        { blocklist: [{ infoHash: 'A'.repeat(40) }] },
      ],
      [
        'blocklist',
        releaseTitled('Andy Weir - The Martian [M4B]', { size: GIGABYTE }),
        { blocklist: [{ title: 'andy weir – the martian m4b', size: GIGABYTE, indexerId: 'one' }] },
      ],
    ];
    for (const [gate, release, rules] of cases) expect(failed(rank([release], rules)[0]), gate).to.deep.equal([gate]);
  });

  it('merges the same release from several indexers and keeps the best', () => {
    const title = 'Andy Weir - The Martian [M4B]';
    const ranked = rank([
      releaseTitled(title, { guid: 'a', size: 300e6, indexer: { id: 'a', name: 'A', priority: 30 } }),
      releaseTitled('The.Martian.M4B', { guid: 'b', infoHash: 'b'.repeat(40), size: 300e6 }),
      releaseTitled(title, { guid: 'c', size: 300e6, infoHash: 'b'.repeat(40), indexer: { id: 'c', name: 'C', priority: 1 } }),
      releaseTitled(title, { guid: 'd', size: 301e6 }),
    ]);

    expect(ranked).to.have.length(2);
    expect(ranked.map(({ release, duplicates }) => [release.guid, duplicates.map(({ guid }) => guid).sort()])).to.deep.include([
      'c',
      ['a', 'b'],
    ]);
  });

  it('keeps the base score between 0 and 100 and explains every part', () => {
    const [best] = rank([
      releaseTitled('The Martian by Andy Weir [ENG / M4B] [Narrated by R. C. Bray]', {
        seeders: 500,
        size: 600e6,
        indexer: { id: 'a', name: 'A', priority: 1 },
      }),
    ]);

    expect(best?.baseScore).to.be.within(95, 100);
    expect(best?.parts.reduce((sum, part) => sum + part.max, 0)).to.equal(100);
    for (const part of best?.parts ?? []) expect(part.reason).to.not.equal('');
  });
});

describe('pickAutomatic', () => {
  it('picks nothing from nothing, and never a single poor or doubtful candidate', () => {
    expect(pickAutomatic([])).to.equal(undefined);
    expect(pickAutomatic(rank(['The Martian Chronicles - Ray Bradbury [M4B]']))).to.equal(undefined);
    expect(pickAutomatic(rank(['The Martian [M4B]']))).to.equal(undefined);
    expect(pickAutomatic(rank(['Andy Weir - The Martian (read by Wil Wheaton) 24kbps [WMA]'], { minScore: 75 }))).to.equal(undefined);
  });
});
