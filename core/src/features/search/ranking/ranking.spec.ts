import { expect } from 'chai';
import { inEnglish } from '../../../platform/words/index.js';
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

  it('says what nothing explains of a name that has the title', () => {
    const gateOf = (name: string) => rank([name])[0]?.gates.find((gate) => gate.name === 'title')?.reason ?? '';

    expect(inEnglish(gateOf('Andy Weir - The Martian [M4B]'))).to.equal('nothing in the name is unexplained');
    expect(inEnglish(gateOf('Andy Weir - The Martian (Odyssey) [M4B]'))).to.match(/; nothing explains “Odyssey”$/);
  });

  it('names languages in words', () => {
    const titled = (language: string) => releaseTitled('Andy Weir - The Martian [M4B]', { language });
    const reasonOf = (language: string) =>
      inEnglish(rank([titled(language)])[0]?.gates.find(({ name }) => name === 'language')?.reason ?? '');

    expect([reasonOf('en'), reasonOf('de'), reasonOf('?')]).to.deep.equal([
      'in English',
      'in German, wanted English',
      'in ?, wanted English',
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

  it('takes no other reading by itself, unless any will do', () => {
    const other = 'Andy Weir - The Martian (read by Wil Wheaton) [M4B]';
    const doubts = (wanted = MARTIAN) =>
      rank([other], {}, wanted)[0]
        ?.gates.filter(({ doubtful }) => doubtful)
        .map(({ name }) => name);

    expect(doubts()).to.deep.equal(['narrator_differs']);
    expect(doubts({ ...MARTIAN, anyReading: true })).to.deep.equal([]);
    expect(rank([other], {}, { ...MARTIAN, anyReading: true })[0]?.automatic).to.equal(true);
    expect(rank([other], {}, { ...MARTIAN, narrators: [] })[0]?.automatic).to.equal(true);
  });

  it('takes the author’s own reading by itself only if that is the wanted one', () => {
    const own = 'Andy Weir - The Martian (read by Andy Weir) [M4B]';
    const isTaken = (narrators: readonly string[]) => rank([own], {}, { ...MARTIAN, narrators })[0]?.automatic;

    expect([isTaken(['R. C. Bray']), isTaken(['Andy Weir'])]).to.deep.equal([false, true]);
  });

  it('knows a recording by its ASIN, and its siblings', () => {
    const wanted = { ...MARTIAN, asin: 'B00B5HZGUG', siblings: ['B082BHJMFF'] };
    const named = (asin: string) => rank([`Andy Weir - The Martian [${asin}] [M4B]`], {}, wanted)[0];

    expect(['B00B5HZGUG', 'B082BHJMFF', 'B0000000ZZ'].map((asin) => named(asin)?.automatic)).to.deep.equal([true, true, false]);
    expect(named('B0000000ZZ')?.gates.find(({ name }) => name === 'other_edition')?.doubtful).to.equal(true);
  });

  it('compares the size with the stated bitrate and the runtime', () => {
    const sized = (size: number) => rank([releaseTitled('Andy Weir - The Martian [MP3] [64kbps]', { size })])[0];

    expect(sized(313e6)?.automatic).to.equal(true);
    expect(sized(150e6)).to.deep.include({ passed: true, doubtful: true });
    expect(failed(sized(3.9 * GIGABYTE))).to.deep.equal(['size']);
  });

  it('leaves torrents with more files than one book has to a person', () => {
    const ebook = wantedBook({ title: 'The Martian', authors: ['Andy Weir'], narrators: [], format: 'ebook' });
    const doubts = (count: number, more: Parameters<typeof releaseTitled>[1] = {}, wanted = MARTIAN, tag = 'M4B') =>
      rank([releaseTitled(`Andy Weir - The Martian [${tag}]`, { fileCount: count, ...more })], {}, wanted)[0]
        ?.gates.filter(({ doubtful }) => doubtful)
        .map(({ name }) => name);

    expect(doubts(1)).to.deep.equal([]);
    expect(doubts(327)).to.deep.equal([]);
    expect(doubts(328)).to.deep.equal(['file count']);
    expect(doubts(328, { protocol: 'usenet' })).to.deep.equal([]);
    expect(doubts(500, {}, { ...MARTIAN, durationMinutes: undefined })).to.deep.equal([]);
    expect(doubts(501, {}, { ...MARTIAN, durationMinutes: undefined })).to.deep.equal(['file count']);
    expect(doubts(31, {}, ebook, 'EPUB')).to.deep.equal(['file count']);
    expect(doubts(30, {}, ebook, 'EPUB')).to.deep.equal([]);
  });

  it('reads what indexers state beside the name', () => {
    const stated = (more: Parameters<typeof releaseTitled>[1], title = 'The Martian [M4B]') => rank([releaseTitled(title, more)])[0];

    expect(stated({})?.automatic).to.equal(false);
    expect(stated({ authors: ['Andy Weir'], bookTitle: 'The Martian' })?.automatic).to.equal(true);
    expect(failed(stated({ authors: ['Ray Bradbury'] }))).to.deep.equal(['author']);
    expect(stated({ bookTitle: 'Artemis' }, 'Andy Weir - The Martian [M4B]')?.doubtful).to.equal(true);
    expect(stated({ authors: ['Ray Bradbury'] }, 'Andy Weir - The Martian [M4B]')?.doubtful).to.equal(true);
    expect(stated({ narrators: ['Wil Wheaton'] }, 'Andy Weir - The Martian [M4B]')?.doubtful).to.equal(true);
    expect(failed(stated({ categories: [2040] }, 'Andy Weir - The Martian'))).to.deep.equal(['medium']);
    expect(failed(stated({ categories: [7020] }, 'Andy Weir - The Martian'))).to.deep.equal(['medium']);
    expect(stated({ categories: [3030] }, 'Andy Weir - The Martian')?.automatic).to.equal(true);
  });

  it('says no to what is not the plain whole reading, in several languages, anywhere in the name', () => {
    const words = [
      'Abridged',
      'gekürzt',
      'version abrégée',
      'Full Cast',
      'Hörspiel',
      'radioteatro',
      'Summary',
      'Study Guide',
      'Leseprobe',
      'extrait',
      'Interview',
      'TTS',
      'AI narrated',
      'virtual voice',
      'graphic novel',
      'отрывок',
    ];
    for (const word of words) {
      for (const title of [`Andy Weir - The Martian (${word}) [M4B]`, `[${word}] Andy Weir - The Martian`])
        expect(rank([title])[0]?.automatic, title).to.equal(false);
    }
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
    for (const part of best?.parts ?? []) expect(inEnglish(part.reason)).to.not.equal('');
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
