import { createHash } from 'node:crypto';
import { encodeBencode } from '@lectern/testbed';
import { expect } from 'chai';
import { torrentInfoHash } from './torrent-hash.js';

const info = { length: 12, name: 'book.m4b', 'piece length': 16384, pieces: Buffer.alloc(20, 7) };

describe('torrentInfoHash', () => {
  it('hashes the info dictionary byte for byte', () => {
    const bytes = encodeBencode({
      announce: 'http://tracker.example/announce',
      'creation date': 5,
      info,
      'url-list': ['http://a', 'http://b'],
    });

    expect(torrentInfoHash(bytes)).to.equal(createHash('sha1').update(encodeBencode(info)).digest('hex'));
  });

  it('keeps members in the order of the file, even if they are not sorted', () => {
    const raw = 'd4:name4:book6:lengthi1e12:piece lengthi16384e6:pieces20:aaaaaaaaaaaaaaaaaaaae';

    expect(torrentInfoHash(Buffer.from(`d4:info${raw}e`))).to.equal(createHash('sha1').update(raw).digest('hex'));
  });

  it('names a version 2 torrent by the first 20 bytes of its SHA-256', () => {
    const second = { 'file tree': {}, 'meta version': 2, name: 'book', 'piece length': 16384 };

    const expected = createHash('sha256').update(encodeBencode(second)).digest('hex').slice(0, 40);
    expect(torrentInfoHash(encodeBencode({ info: second }))).to.equal(expected);
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['a web page', '<html>'],
    ['a word that begins with d', 'download failed'],
    ['a dictionary without info', 'd3:fooi1ee'],
    ['an info that is no dictionary', 'd4:infoi1ee'],
    ['a string that runs past the end', 'd4:infod4:name99:x'],
    ['a dictionary that does not end', 'd4:infod4:name1:x'],
    ['bottomless nesting', `d4:info${'l'.repeat(100_000)}`],
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(torrentInfoHash(Buffer.from(text))).to.equal(undefined);
    });
  }
});
