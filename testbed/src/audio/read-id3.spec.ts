import { expect } from 'chai';
import { makeId3 } from './id3.js';
import { readId3Texts } from './read-id3.js';

describe('texts of an ID3 tag', () => {
  it('are read back as written', () => {
    const tag = makeId3({ title: 'Erster Teil – Ümläut', album: 'Das Buch', author: 'A', asin: 'B0TEST0001' });

    expect(readId3Texts(Buffer.concat([tag, Buffer.alloc(100)]))).to.include({ TIT2: 'Erster Teil – Ümläut', TALB: 'Das Buch', TPE1: 'A' });
  });

  it('do not exist without a tag, and not in a truncated one', () => {
    expect(readId3Texts(Buffer.from('no tag here'))).to.deep.equal({});
    expect(readId3Texts(Buffer.alloc(0))).to.deep.equal({});
    expect(readId3Texts(makeId3({ title: 'T', album: 'A' }).subarray(0, 14))).to.deep.equal({});
  });
});
