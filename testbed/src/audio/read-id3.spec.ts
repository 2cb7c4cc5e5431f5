import { expect } from 'chai';
import { makeId3 } from './id3.js';
import { readId3Texts } from './read-id3.js';

describe('texts of an ID3 tag', () => {
  it('are read back as they were written', () => {
    const tag = makeId3({ title: 'Erster Teil – Ümläut', album: 'Das Buch', author: 'A', asin: 'B0TEST0001' });

    expect(readId3Texts(Buffer.concat([tag, Buffer.alloc(100)]))).to.include({ TIT2: 'Erster Teil – Ümläut', TALB: 'Das Buch', TPE1: 'A' });
  });

  it('are none where there is no tag, and none of what is cut off', () => {
    expect(readId3Texts(Buffer.from('no tag here'))).to.deep.equal({});
    expect(readId3Texts(Buffer.alloc(0))).to.deep.equal({});
    expect(readId3Texts(makeId3({ title: 'T', album: 'A' }).subarray(0, 14))).to.deep.equal({});
  });
});
