import { expectBoundedGrowth, repeatInto } from '@lectern/testbed';
import type { EbookCandidate, Release, SourceOutcome } from '@lectern/plugin-api';
import { expect } from 'chai';
import { fakeIndexer, goodRelease } from '../requests/request-fakes.spec.support.js';
import { createRequestWorld } from '../requests/request-world.spec.support.js';
import { releaseTitled, wantedBook } from './ranking/__fixtures__/adversaries.js';
import { statedEbook } from './ebook-release.js';
import { ebookQuery, runEbookSearch } from './ebook-search.js';
import { READ_FEEDS } from './feed-job.js';
import { explainName } from './ranking/explanation/explain-name.js';
import { compareNameLists, compareNames } from './ranking/name-matching.js';
import { DEFAULT_RANKING_RULES } from './ranking/ranking-rules.js';
import { rankInTurns, rankReleases } from './ranking/ranking.js';
import { LONGEST_TITLE } from './release-title/longest-title.js';
import { parseReleaseTitle } from './release-title/parse-release-title.js';
import { runSearch } from './search-run.js';

const MARTIAN = wantedBook({ title: 'The Martian', authors: ['Andy Weir'], narrators: ['R. C. Bray'], durationMinutes: 653 });
const { signal } = new AbortController();

function many<T>(size: number, make: (n: number) => T): T[] {
  return Array.from({ length: size }, (_, n) => make(n));
}

function releases(size: number, make: (n: number) => Partial<Release>): Release[] {
  return many(size, (n) => ({ ...releaseTitled('Andy Weir - The Martian [M4B]'), guid: String(n), ...make(n) }));
}

const rank = (found: readonly Release[]) => rankReleases(MARTIAN, found, DEFAULT_RANKING_RULES, 0);

/** Sources with one release each. */
function answer(size: number): { releases: Release[]; sources: SourceOutcome[] } {
  return {
    releases: many(size, (n) => goodRelease({ guid: String(n), title: `Another Book ${n}`, indexer: { id: `s${n}`, name: 'Source' } })),
    sources: many(size, (n) => ({ id: `s${n}`, name: 'Source', status: 'ok' })),
  };
}

/** A provider whose only method returns this. */
function provider(given: object): never {
  const call = (_name: string, work: (api: object, call: object) => unknown) => Promise.resolve(work({ search: () => given }, {}));
  return { integrationId: 'i', name: 'Manager', call } as never;
}

describe('names', () => {
  it('are compared in linear time', async () => {
    const words = { 'one long word': 'a', 'many words': 'ab ', initials: 'a. ', 'letters that fold': 'yj', particles: 'de la ' };
    for (const [what, piece] of Object.entries(words)) {
      const name = (size: number): string => `x ${repeatInto(size, piece)}`;
      await expectBoundedGrowth(what, name, (text) => compareNames(`${text}ab`, `${text}cb`), { from: 1_000, to: 100_000 });
    }
  });

  it('are compared in time linear in their number', async () => {
    const names = (size: number): string[] => many(size, (n) => `Author ${n} Writer`);

    await expectBoundedGrowth('stated', names, (stated) => compareNameLists(stated, ['Ann Author', 'Ben Writer']), {
      from: 500,
      to: 50_000,
    });
  });
});

describe('releases', () => {
  it('are ranked in time linear in their number', async () => {
    const kinds: Record<string, (n: number) => Partial<Release>> = {
      'different ones': (n) => ({ title: `Andy Weir - The Martian ${n} [M4B]` }),
      'the same again and again': () => ({ size: 500_000_000 }),
      'the same by hash under names that others have': (n) =>
        n % 2 === 0
          ? { title: `The Martian ${n}`, size: 500_000_000 }
          : { title: `The Martian ${n - 1}`, size: 500_000_000, infoHash: 'a'.repeat(40) },
    };
    for (const [what, make] of Object.entries(kinds)) {
      await expectBoundedGrowth(
        what,
        (size) => releases(size, make),
        rank,
        what === 'different ones' ? { from: 10, to: 1_000 } : { from: 60, to: 6_000 },
      );
    }
  });

  it('are ranked with other work in between, as long as somebody waits for it', async () => {
    const found = releases(300, (n) => ({ title: `Andy Weir - The Martian ${n} [M4B]` }));
    const given = new AbortController();
    let turns = 0;
    const other = setInterval(() => (turns += 1), 0);

    const ranked = await rankInTurns(MARTIAN, found, DEFAULT_RANKING_RULES, 0, { signal });
    clearInterval(other);
    const cancelled: unknown = await rankInTurns(MARTIAN, found, DEFAULT_RANKING_RULES, 0, { signal: (given.abort(), given.signal) }).catch(
      (error: unknown) => error,
    );

    expect(ranked).to.deep.equal(rank(found));
    expect(turns).to.be.above(2);
    expect(cancelled).to.equal(given.signal.reason);
  });

  it('are read at most twice for counting, however many sources there are', async () => {
    const { sources } = answer(500);
    let reads = 0;
    const counted = many(500, (n) => ({
      ...goodRelease({ guid: String(n) }),
      get indexer() {
        reads += 1;
        return { id: `s${n}`, name: 'Source' };
      },
    }));

    const harvest = await runSearch([provider({ releases: counted, sources })], [{} as never], signal);

    expect(harvest.sources.every(({ found }) => found === 1)).to.equal(true);
    expect(reads).to.be.at.most(5 * 500);
  });
});

describe('candidates of ebook sources', () => {
  it('are ranked in time independent of the number of authors they state', async () => {
    const wanted = { ...MARTIAN, format: 'ebook' as const, authors: many(100, (n) => `Author ${n} ${'de la '.repeat(40)}`) };
    const candidate = (size: number): EbookCandidate => ({
      id: '1',
      title: 'The Martian',
      format: 'epub',
      private: {},
      authors: many(size / 10, (n) => `${n} ${'ab '.repeat(n % 2 === 0 ? 90 : 3_000)}`),
    });
    const search = async (one: EbookCandidate) => {
      const query = ebookQuery(wanted, [], null, undefined);
      const { found } = await runEbookSearch([provider({ candidates: [one], sources: [] })], query, signal, () => undefined);
      return rankReleases(
        wanted,
        found.map(({ release }) => release),
        DEFAULT_RANKING_RULES,
        0,
        { stated: statedEbook },
      );
    };

    await expectBoundedGrowth('authors', candidate, search, { from: 100, to: 10_000 });
    const [kept] = await search(candidate(10_000));
    expect(kept?.parsed.authors).to.have.length(20);
  });
});

describe('a feed', () => {
  it('is read in linear time', async () => {
    const world = await createRequestWorld();
    const indexer = fakeIndexer('indexer-1');
    await world.addIntegration(indexer);
    await world.addRequest({ status: 'awaiting_search' });
    const read = (given: ReturnType<typeof answer>) => {
      indexer.recent = async () => given;
      return world.run(READ_FEEDS.name, {});
    };

    try {
      await expectBoundedGrowth('a feed', answer, read, { from: 400, to: 40_000 });
    } finally {
      await world.remove();
    }
  });

  it('is forgotten source by source when they are listed no more', async () => {
    const world = await createRequestWorld();
    const indexer = fakeIndexer('indexer-1');
    await world.addIntegration(indexer);
    await world.addRequest({ status: 'awaiting_search' });
    for (const id of ['one', 'two', 'three']) {
      indexer.recent = async () => ({
        releases: [goodRelease({ indexer: { id, name: id } })],
        sources: [
          { id, name: id, status: 'ok' },
          { id: 'constructor', name: 'down', status: 'failed' },
        ],
      });
      await world.run(READ_FEEDS.name, {});
    }
    const row = await world.database.read.get<{ value: string }>("SELECT value FROM settings WHERE key = 'acquisition.feed:indexer-1'");
    await world.remove();

    expect(Object.keys(JSON.parse(row?.value ?? '{}') as object)).to.deep.equal(['three', 'constructor']);
  });
});

/** What the patterns and the rules of the reader look for, again and again. */
const CRAFTED = {
  bylines: 'by Andy ',
  'joining words': '& ',
  'letters that fold': 'Ünï ',
  'letters of another script': '的',
  'series and parts': 'The Martian, Book 1 - ',
  brackets: '([',
};

describe('a name of a release that somebody crafted', () => {
  /** So many readings are one measured piece of work, because one alone is too short. */
  const READINGS = 40;
  const often = (read: (name: string) => unknown) => (name: string) => {
    for (let readings = 0; readings < READINGS; readings += 1) read(name);
  };

  for (const [what, piece] of Object.entries(CRAFTED)) {
    it(`is read in work that grows as its length, up to the longest: ${what}`, async () => {
      const name = (size: number): string => piece.repeat(size).slice(0, size);
      // quadratic work would grow 625 times
      const sizes = { from: 20, to: LONGEST_TITLE };

      await expectBoundedGrowth(`blind, ${what}`, name, often(parseReleaseTitle), sizes);
      await expectBoundedGrowth(
        `with the book, ${what}`,
        name,
        often((text) => explainName(`The Martian ${text}`, MARTIAN)),
        sizes,
      );
    });
  }
});
