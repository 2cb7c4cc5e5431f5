import { expect } from 'chai';

import { fitsCatalog, planChapters } from './chapter-plan.js';
import type { FileChapter, JoinFile } from './join-file.js';

const known = ['Dune', 'Frank Herbert'];
const base: Omit<JoinFile, 'source'> = {
  codec: 'aac',
  profile: 'LC',
  sampleRate: 44_100,
  channels: 1,
  layout: 'mono',
  config: 'x',
  seconds: 60,
  bitrate: 64_000,
  chapters: [],
  tags: {},
  hasCover: false,
};

function file(name: string, more: Partial<JoinFile> = {}): JoinFile {
  return { ...base, source: { path: `/d/${name}`, name, size: 1, modifiedAt: 0 }, ...more };
}

function titles(files: readonly JoinFile[], catalogue?: Parameters<typeof planChapters>[1]['catalogue']): string[] {
  return planChapters(files, { known, catalogue }).chapters.map(({ title }) => title);
}

function marks(...starts: readonly number[]): FileChapter[] {
  return starts.map((startSeconds) => ({ startSeconds, title: `At ${startSeconds}` }));
}

const CATALOGUE = [
  { title: 'First', startMs: 0, lengthMs: 50_000 },
  { title: 'Second', startMs: 50_000, lengthMs: 70_000 },
];

describe('chapters of a merged book', () => {
  it('are named by tags if each file has a title of its own, or else by names', () => {
    const named = [file('1.mp3', { tags: { title: 'Arrakis' } }), file('2.mp3', { tags: { title: 'Caladan' } })];
    const same = [file('CD1/01 - Arrakis.mp3', { tags: { title: 'Dune' } }), file('CD2/02. Caladan.mp3', { tags: { title: 'Dune' } })];

    expect(titles(named)).to.deep.equal(['Arrakis', 'Caladan']);
    expect(titles(same)).to.deep.equal(['Arrakis', 'Caladan']);
    expect(titles([file('1984 01.mp3'), file('007.mp3')])).to.deep.equal(['1984 01', '007']);
  });

  it('begin and end where the files do', () => {
    const { chapters } = planChapters([file('a', { seconds: 10.0004 }), file('b', { seconds: 0.5 })], { known, catalogue: undefined });

    expect(chapters.map(({ startMs, endMs }) => [startMs, endMs])).to.deep.equal([
      [0, 10_000],
      [10_000, 10_500],
    ]);
  });

  it('are the marks of the files, moved to where each file begins', () => {
    const plan = planChapters([file('a', { chapters: marks(0, 30) }), file('b', { chapters: marks(5, 20, 90) }), file('c')], {
      known,
      catalogue: CATALOGUE,
    });

    expect(plan.from).to.equal('marks');
    expect(plan.chapters.map(({ title, startMs }) => [title, startMs])).to.deep.equal([
      ['At 0', 0],
      ['At 30', 30_000],
      // what comes before the first mark of a file belongs to it, and one behind the end of the file is no mark
      ['At 5', 60_000],
      ['At 20', 80_000],
      ['c', 120_000],
    ]);
    expect(plan.chapters.at(-1)?.endMs).to.equal(180_000);
  });

  it('come from the catalogue only if the names count and say nothing', () => {
    for (const counting of ['Dune %.mp3', 'Frank Herbert - Dune - Part %.mp3', 'CD %.mp3', '%.mp3']) {
      const files = [1, 2].map((number) => file(counting.replace('%', String(number))));
      expect(titles(files, CATALOGUE), counting).to.deep.equal(['First', 'Second']);
    }
    expect(titles([file('Arrakis.mp3'), file('2.mp3')], CATALOGUE)).to.deep.equal(['Arrakis', '2']);
    expect(titles([file('Chapter 1.mp3'), file('Chapter 2.mp3')], CATALOGUE)).to.deep.equal(['Chapter 1', 'Chapter 2']);
  });

  it('come from the catalogue only if its recording is as long: two seconds an hour at most', () => {
    const long = [
      { title: 'a', startMs: 0, lengthMs: 1 },
      { title: 'b', startMs: 1, lengthMs: 36_000_000 },
    ];

    expect(fitsCatalog(CATALOGUE, 122_000)).to.equal(true);
    expect(fitsCatalog(CATALOGUE, 122_010)).to.equal(false);
    expect(fitsCatalog(long, 36_000_000 - 19_000)).to.equal(true);
    expect(fitsCatalog(long, 36_000_000 - 21_000)).to.equal(false);
    expect(fitsCatalog(CATALOGUE.slice(0, 1), 50_000)).to.equal(false);
    expect(titles([file('1.mp3'), file('2.mp3', { seconds: 70 })], CATALOGUE)).to.deep.equal(['1', '2']);
  });

  it('have titles on one line that players can read in full', () => {
    const [first, second] = titles([file('a', { tags: { title: 'A\u0000\nB' } }), file('b', { tags: { title: 'ü'.repeat(300) } })]);

    expect(first).to.equal('A B');
    expect(Buffer.byteLength(second ?? '')).to.be.within(250, 255);
  });

  it('are one a file if there are more marks than any player shows', () => {
    const many = file('a', { seconds: 9000, chapters: marks(...Array.from({ length: 3000 }, (_, at) => at)) });

    expect(titles([many, file('b')])).to.deep.equal(['a', 'b']);
  });
});
