import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { torrentInfoHash } from './torrent-info-hash.js';

const info = `d6:lengthi12e4:name8:book.m4b12:piece lengthi16384e6:pieces20:${'\x07'.repeat(20)}e`;

describe('torrentInfoHash', () => {
  it('hashes the info dictionary byte for byte', () => {
    const bytes = Buffer.from(`d8:announce16:http://tracker/a13:creation datei5e4:info${info}8:url-listl8:http://a8:http://bee`);

    expect(torrentInfoHash(bytes)).to.equal(createHash('sha1').update(info).digest('hex'));
  });

  it('keeps members in the order of the file, even if they are not sorted', () => {
    const raw = 'd4:name4:book6:lengthi1e12:piece lengthi16384e6:pieces20:aaaaaaaaaaaaaaaaaaaae';

    expect(torrentInfoHash(Buffer.from(`d4:info${raw}e`))).to.equal(createHash('sha1').update(raw).digest('hex'));
  });

  it('names a version 2 torrent by the first 20 bytes of its SHA-256', () => {
    const second = 'd9:file treede12:meta versioni2e4:name4:book12:piece lengthi16384ee';

    const expected = createHash('sha256').update(second).digest('hex').slice(0, 40);
    expect(torrentInfoHash(Buffer.from(`d4:info${second}e`))).to.equal(expected);
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
