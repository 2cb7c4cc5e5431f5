import { expect } from 'chai';
import type { ProbedFile } from '../../../files/checking/verify.js';
import { claimsOf, groupClaims, isJunk } from './file-claims.js';

function file(name: string, tags: Readonly<Record<string, string>>, seconds = 60): ProbedFile {
  return { name, info: { durationSeconds: seconds, hasAudio: true, hasVideo: false, chapterCount: 0, tags } };
}

describe('what audio files say of themselves', () => {
  for (const text of [
    '',
    '   ',
    '…',
    'Track 01',
    'track 7 of 12',
    'Chapter 3',
    'CD 2',
    'Disc 1 of 9',
    '01',
    '12/30',
    'Unknown artist',
    'Unbekannter Künstler',
    'Various Artists',
    'Untitled',
    'Audiobook',
    'Hörbuch',
    'Ripped by Somebody',
    'Encoded with LAME',
    'www.example.com',
    'https://example.org/x',
    'books.example.net',
    '/home/somebody/books',
    'C:\\books\\dune',
    'HP1',
  ]) {
    it(`takes “${text}” for nothing`, () => {
      expect(isJunk(text)).to.equal(true);
    });
  }

  for (const text of ['Dune', 'It', 'Emma', 'Track of the Cat', 'The Unknown Soldier', 'Война и мир', 'ノルウェイの森', 'Fahrenheit 451']) {
    it(`takes “${text}” for a text`, () => {
      expect(isJunk(text)).to.equal(false);
    });
  }

  it('reads people, titles and every number of a recording, whatever writes them', () => {
    const claims = claimsOf({
      album: ' Dune  Messiah ',
      title: 'Dune Messiah',
      artist: 'Frank Herbert; Brian Herbert',
      album_artist: 'Herbert, Frank',
      composer: 'Scott Brick, Simon Vance',
      audible_asin: 'b002v1of70',
      asin: 'B0DEMO0001\0B0DEMO0002',
    });

    expect(claims).to.deep.equal({
      album: 'Dune Messiah',
      title: 'Dune Messiah',
      authors: ['Frank Herbert', 'Brian Herbert'],
      narrators: ['Scott Brick', 'Simon Vance'],
      asins: ['B0DEMO0001', 'B0DEMO0002', 'B002V1OF70'],
    });
  });

  it('leaves out a word that stands for album and artist at once, which a program wrote', () => {
    expect(claimsOf({ album: 'Some Tapes', title: 'some tapes', artist: 'Some Tapes' })).to.deep.equal({
      authors: ['Some Tapes'],
      narrators: [],
      asins: [],
    });
  });

  it('leaves out words in a number’s place that are no number', () => {
    expect(claimsOf({ asin: 'ABCDEFGHIJ, none, B00, 0441013597' }).asins).to.deep.equal(['0441013597']);
  });

  it('puts files together that say the same, and takes the titles of several files for their pieces', async () => {
    const groups = await groupClaims([
      file('1.mp3', { album: 'Dune', title: 'The Gom Jabbar', artist: 'Frank Herbert' }),
      file('2.mp3', { album: 'Dune', title: 'Arrakis', artist: 'Frank Herbert' }),
      file('3.mp3', { title: 'Arrakis' }, 30),
      { name: '4.mp3', error: 'unreadable' },
    ]);

    expect(groups.map(({ album, title, files, seconds }) => ({ album, title, files, seconds }))).to.deep.equal([
      { album: 'Dune', title: undefined, files: 2, seconds: 120 },
      { album: undefined, title: undefined, files: 1, seconds: 30 },
    ]);
  });

  it('takes the title that all files share but for their numbers', async () => {
    const groups = await groupClaims([
      file('1.mp3', { title: '01 - Dune Messiah' }),
      file('2.mp3', { title: 'Dune Messiah - Chapter 2' }),
      file('3.mp3', { title: 'Dune Messiah (3 of 3)' }),
    ]);

    expect(groups.map(({ title, files }) => [title, files])).to.deep.equal([['Dune Messiah', 3]]);
  });

  it('reads the beginning of a tag that never ends', () => {
    const claims = claimsOf({ artist: 'Frank Herbert\0'.repeat(50_000), album: 'Dune '.repeat(50_000) });

    expect(claims.authors).to.deep.equal(['Frank Herbert']);
    expect(claims.album?.length).to.be.at.most(200);
  });

  it('judges a bounded number of files that all say something else', async () => {
    const files = Array.from({ length: 500 }, (_, at) => file(`${at}.mp3`, { album: `Book of ${'x'.repeat(at)}` }));

    const groups = await groupClaims(files);

    expect(groups.length).to.be.at.most(41);
    expect(groups.reduce((sum, group) => sum + group.files, 0)).to.equal(500);
  });
});
