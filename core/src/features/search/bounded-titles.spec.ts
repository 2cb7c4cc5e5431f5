import { expectBoundedGrowth, repeatInto } from '@lectern/testbed';
import { expect } from 'chai';
import { withBoundedTitles } from './bounded-titles.js';
import { ebookQuery, runEbookSearch } from './ebook-search.js';
import { parseReleaseTitle } from './release-title/parse-release-title.js';
import { runSearch } from './search-run.js';

/** Pieces that make a pattern backtrack when they are repeated. */
const PIECES = [
  '[',
  '(',
  '([{',
  ' - ',
  ' by ',
  '.',
  '  ',
  'a',
  '1',
  '1-2-3-',
  'Part 1 ',
  'Book 1, ',
  ', ',
  '"',
  'A. ',
  '_',
  'read by ',
  '&#x',
  ')]}',
  '((a) ',
  'a-',
  '1 ',
  '　',
];

describe('titles from a service', () => {
  it('are left out when they are endless', () => {
    const kept = withBoundedTitles([{ title: 'x'.repeat(100_000) }, { title: 'y'.repeat(500) }]);
    expect(kept.map(({ title }) => title.length)).to.deep.equal([500]);
  });

  it('are read in bounded time, however they are crafted', async () => {
    for (const piece of PIECES) {
      await expectBoundedGrowth(JSON.stringify(piece), (size) => `${repeatInto(size, piece)}!`, parseReleaseTitle);
    }
  });

  it('are limited in number', () => {
    expect(withBoundedTitles(Array.from({ length: 5_000 }, () => ({ title: 'A Book' })))).to.have.length(2_000);
  });

  it('are bounded before anything reads them', async () => {
    const entries = ['A Book', 'x'.repeat(50_000)].map((title, n) => ({
      id: `b${n}`,
      guid: `g${n}`,
      title,
      authors: ['An Author'],
      format: 'epub',
      flags: [],
      private: {},
      indexer: { id: '1', name: 'One', priority: 1 },
    }));
    const answer = { releases: entries, candidates: entries, sources: [{ id: '1', name: 'One', status: 'ok' }] };
    const provider = {
      integrationId: 'i',
      name: 'Manager',
      call: (_name: string, work: (api: object, call: object) => unknown) => Promise.resolve(work({ search: () => answer }, {})),
    } as never;
    const { signal } = new AbortController();

    const releases = await runSearch([provider], [{} as never], signal);
    const ebooks = await runEbookSearch([provider], ebookQuery({ title: 'A Book' } as never, [], null, undefined), signal, () => undefined);

    expect(releases.found.map(({ release }) => release.title)).to.deep.equal(['A Book']);
    expect(releases.sources[0]?.found).to.equal(1);
    expect(ebooks.found).to.have.length(1);
  });

  it('must be texts', () => {
    expect(withBoundedTitles([{ title: 5 as unknown as string }, { title: undefined as unknown as string }])).to.deep.equal([]);
  });
});
