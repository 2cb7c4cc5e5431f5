import type { EbookCandidate, Release } from '@lectern/plugin-api';
import { expect } from 'chai';
import { ebookCandidateOf, ebookRelease, statedEbook } from './ebook-release.js';
import { DEFAULT_RANKING_RULES } from './ranking/ranking-rules.js';
import { pickAutomatic, rankReleases } from './ranking/ranking.js';
import { releaseKey } from './release-key.js';
import type { WantedBook } from './ranking/wanted-book.js';

const WANTED: WantedBook = {
  title: 'Pride and Prejudice',
  authors: ['Jane Austen'],
  narrators: ['Rosamund Pike'],
  language: 'en',
  durationMinutes: 700,
  format: 'ebook',
};

let serial = 0;

function offer(over: Partial<EbookCandidate> = {}, source = 'first'): Release {
  serial += 1;
  const id = `id-${serial}`;
  const candidate = {
    id,
    title: 'Pride and Prejudice',
    authors: ['Jane Austen'],
    format: 'epub',
    size: 900_000,
    language: 'en',
    private: {},
  };
  return ebookRelease({ ...candidate, ...over }, { id: source, name: source }, 1);
}

function rank(releases: readonly Release[], places: Readonly<Record<string, number>> = {}, wanted: Partial<WantedBook> = {}) {
  const how = { stated: statedEbook, preference: ({ indexer }: Release) => places[indexer.id] ?? 0 };
  return rankReleases({ ...WANTED, ...wanted }, releases, DEFAULT_RANKING_RULES, 0, how);
}

const failed = (release: Release, wanted: Partial<WantedBook> = {}) =>
  rank([release], {}, wanted)[0]
    ?.gates.filter((gate) => !gate.passed)
    .map(({ name }) => name);

describe('candidates of ebook sources', () => {
  it('are accepted if title, author, language and format fit', () => {
    const [best] = rank([offer()]);

    expect(best).to.include({ automatic: true, doubtful: false });
    expect(best?.release.title).to.equal('Jane Austen - Pride and Prejudice [EPUB]');
    expect(best?.score).to.be.within(80, 100);
  });

  it('are judged by the source’s facts, not by how one line would read', () => {
    const names = [
      { title: 'Pride and Prejudice (Penguin Classics)' },
      { title: 'Pride and Prejudice', authors: ['Austen, Jane'] },
      { title: 'Pride and Prejudice', authors: ['Jane Austen', 'Vivien Jones'] },
    ];
    for (const one of names) expect(rank([offer(one)])[0]?.automatic, JSON.stringify(one)).to.equal(true);
  });

  it('are refused by a gate that names the reason', () => {
    const cases: readonly [string, Partial<EbookCandidate>][] = [
      ['title', { title: 'Sense and Sensibility' }],
      ['title', { title: 'Prejudice' }],
      ['author', { authors: ['Seth Grahame-Smith'] }],
      ['language', { language: 'fr' }],
      ['medium', { format: 'djvu' }],
      ['medium', { format: 'mp3' }],
      ['medium', { format: 'cbz' }],
      ['whole book', { title: 'Summary of Pride and Prejudice' }],
      ['size', { size: 900 }],
    ];
    for (const [gate, over] of cases) expect(failed(offer(over)), JSON.stringify(over)).to.include(gate);
    expect(failed(offer({ title: 'Emma (The Complete Novels)' }), { title: 'Emma' })).to.include('collection');
  });

  it('state their part of a series in brackets', () => {
    const wanted = { title: 'The Final Empire', authors: ['Brandon Sanderson'], series: 'Mistborn', seriesPart: '1' };
    const named = (part: number) => offer({ title: `The Final Empire (Mistborn, #${part})`, authors: ['Brandon Sanderson'] });

    expect(rank([named(1)], {}, wanted)[0]?.automatic).to.equal(true);
    expect(failed(named(10), wanted)).to.include('series part');
  });

  it('are ordered by format within a source, and by source first', () => {
    const pdf = offer({ format: 'pdf' }, 'first');
    const epub = offer({}, 'second');
    const azw3 = offer({ format: 'azw3' }, 'first');

    const order = (places: Readonly<Record<string, number>>) => rank([pdf, epub, azw3], places).map(({ release }) => release.fileType);
    expect(order({ first: 0, second: 1 })).to.deep.equal(['azw3', 'pdf', 'epub']);
    expect(order({ first: 1, second: 0 })).to.deep.equal(['epub', 'azw3', 'pdf']);
  });

  it('from a preferred source do not win if they do not fit', () => {
    const wrong = offer({ title: 'Emma' }, 'first');
    const right = offer({}, 'second');

    expect(pickAutomatic(rank([wrong, right], { first: 0, second: 1 }))?.release.guid).to.equal(right.guid);
  });

  it('are different files even if they have the same name, also on the blocklist', () => {
    const [one, other] = [offer(), offer()];
    expect(releaseKey(one)).to.not.equal(releaseKey(other));

    const blocklist = [{ guid: one.guid, title: one.title, size: one.size, indexerId: 'first' }];
    const ranked = rankReleases(WANTED, [one, other], { ...DEFAULT_RANKING_RULES, blocklist }, 0, { stated: statedEbook });
    expect(ranked).to.have.length(2);
    expect(ranked.filter(({ passed }) => passed).map(({ release }) => release.guid)).to.deep.equal([other.guid]);
  });

  it('come back as they were given, and releases of indexers are none', () => {
    const release = offer({ id: 'kept', private: { token: 'x' } });

    expect(ebookCandidateOf(release)).to.deep.include({ id: 'kept', private: { token: 'x' } });
    expect(ebookCandidateOf({ private: { downloadUrl: 'https://x' } })).to.equal(undefined);
    expect(statedEbook(release)?.authors).to.deep.equal(['Jane Austen']);
    expect(statedEbook({ ...release, private: {} })).to.equal(undefined);
  });
});
