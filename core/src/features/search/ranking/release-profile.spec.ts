import { expect } from 'chai';
import { inEnglish, sentence } from '../../../platform/words/index.js';
import { releaseTitled, wantedBook } from './__fixtures__/adversaries.js';
import { DEFAULT_RANKING_RULES, type RankingRules } from './ranking-rules.js';
import { rankReleases, type RankedCandidate } from './ranking.js';

const MARTIAN = wantedBook({ title: 'The Martian', authors: ['Andy Weir'], narrators: ['R. C. Bray'] });

function rankOne(title: string, rules: Partial<RankingRules>, wanted = MARTIAN, more: Parameters<typeof releaseTitled>[1] = {}) {
  const [candidate] = rankReleases(wanted, [releaseTitled(title, more)], { ...DEFAULT_RANKING_RULES, ...rules }, 0);
  return candidate;
}

function failedGates(candidate: RankedCandidate | undefined): readonly string[] {
  return candidate?.gates.filter(({ passed }) => !passed).map(({ name }) => name) ?? [];
}

describe('forbidden words', () => {
  const forbids = (word: string, title: string, wanted = MARTIAN): boolean =>
    failedGates(rankOne(title, { forbiddenWords: [word] }, wanted)).includes('forbidden_word');

  it('stop a release that has one as a whole word, whatever its case, accents and signs', () => {
    const rows: readonly (readonly [string, string, boolean])[] = [
      ['BADGROUP', 'Andy Weir - The Martian [M4B]-BadGroup', true],
      ['café', 'Andy Weir - The Martian (CAFE rip) [M4B]', true],
      ['cafe', 'Andy Weir - The Martian (Café rip) [M4B]', true],
      ['bad group', 'Andy.Weir.-.The.Martian.Bad_Group.[M4B]', true],
      ['bad', 'Andy Weir - The Martian [M4B]-BadGroup', false],
      ['bad group', 'Andy Weir - The Martian (group bad) [M4B]', false],
      ['плохо', 'Andy Weir - The Martian (ПЛОХО) [M4B]', true],
    ];
    for (const [word, title, expected] of rows) expect(forbids(word, title), `${word} in ${title}`).to.equal(expected);
  });

  it('are no patterns', () => {
    expect(forbids('.*', 'Andy Weir - The Martian [M4B]')).to.equal(false);
    expect(forbids('mart(ian)+', 'Andy Weir - The Martian [M4B]')).to.equal(false);
    expect(forbids('m.b', 'Andy Weir - The Martian [M4B]')).to.equal(false);
  });

  it('do not count where the book itself has them in its title or series', () => {
    const wanted = wantedBook({ title: 'The Sample', authors: ['Andy Weir'], series: 'Retail Wars', seriesPart: '1' });

    expect(forbids('sample', 'Andy Weir - The Sample [M4B]', wanted)).to.equal(false);
    expect(forbids('retail', 'Andy Weir - Retail Wars 1 - The Sample [M4B]', wanted)).to.equal(false);
    expect(forbids('retail', 'Andy Weir - The Martian (Retail) [M4B]')).to.equal(true);
  });

  it('are named in the reason, and the name of an ebook is looked at as well', () => {
    const ebook = { ...MARTIAN, format: 'ebook' as const };
    const candidate = rankOne('Andy Weir - The Martian (Retail) [EPUB]', { forbiddenWords: ['other', 'Retail'] }, ebook);

    expect(failedGates(candidate)).to.deep.equal(['forbidden_word']);
    expect(inEnglish(candidate?.gates.find(({ passed }) => !passed)?.reason ?? '')).to.equal('the forbidden word “Retail” is in the name');
  });
});

describe('required words', () => {
  it('let a release pass that has one of them', () => {
    const words = { requiredWords: ['Unabridged', 'M4B'] };

    expect(failedGates(rankOne('Andy Weir - The Martian [m4b]', words))).to.deep.equal([]);
    expect(failedGates(rankOne('Andy Weir - The Martian [MP3]', words))).to.deep.equal(['required_word']);
    expect(failedGates(rankOne('Andy Weir - The Martian [M4BX]', words))).to.deep.equal(['required_word']);
  });

  it('are not asked of ebooks', () => {
    const ebook = { ...MARTIAN, format: 'ebook' as const };

    expect(failedGates(rankOne('Andy Weir - The Martian [EPUB]', { requiredWords: ['M4B'] }, ebook))).to.deep.equal([]);
  });

  it('are named in the reason', () => {
    const reasonOf = (requiredWords: string[]) =>
      inEnglish(rankOne('Andy Weir - The Martian [MP3]', { requiredWords })?.gates.find(({ passed }) => !passed)?.reason ?? '');

    expect(reasonOf(['M4B'])).to.equal('the required word “M4B” is not in the name');
    expect(reasonOf(['M4B', 'FLAC'])).to.equal('none of the required words “M4B” and “FLAC” is in the name');
  });
});

describe('points for flags', () => {
  const flagRules = [
    { flag: 'Free Leech', points: 20 },
    { flag: 'internal', points: -15 },
    { flag: 'scene', points: -100 },
  ];
  const flagged = (flags: readonly string[]) => rankOne('Andy Weir - The Martian [M4B]', { flagRules }, MARTIAN, { flags });

  it('add to the score, each with its reason, however the indexer writes the flag', () => {
    const plain = flagged([]);
    const both = flagged(['freeleech', 'INTERNAL']);

    expect((both?.score ?? 0) - (plain?.score ?? 0)).to.equal(5);
    expect(both?.baseScore).to.equal(plain?.baseScore);
    expect(both?.parts.slice(-2).map(({ points, reason }) => [points, reason])).to.deep.equal([
      [20, sentence('ranking.flag', { flag: 'Free Leech' })],
      [-15, sentence('ranking.flag', { flag: 'internal' })],
    ]);
  });

  it('exclude a release at −100', () => {
    expect(failedGates(flagged(['scene', 'freeleech']))).to.deep.equal(['flags']);
  });

  it('choose among copies of one release at several indexers', () => {
    const infoHash = 'c'.repeat(40);
    const copy = (id: string, priority: number, flags: string[]) =>
      releaseTitled('Andy Weir - The Martian [M4B]', { guid: id, infoHash, flags, indexer: { id, name: id, priority } });
    const pick = (...copies: ReturnType<typeof copy>[]) =>
      rankReleases(MARTIAN, copies, { ...DEFAULT_RANKING_RULES, flagRules }, 0).map(({ release, passed }) => [release.guid, passed]);

    expect(pick(copy('near', 1, []), copy('far', 40, ['freeleech']))).to.deep.equal([['far', true]]);
    expect(pick(copy('near', 1, ['scene']), copy('far', 40, []))).to.deep.equal([['far', true]]);
    expect(pick(copy('near', 1, []), copy('far', 40, []))).to.deep.equal([['near', true]]);
  });
});
