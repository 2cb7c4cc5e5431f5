import { expect } from 'chai';

import { cutToBytes, sanitizeFileName, sanitizeSegment } from './path-segment.js';

describe('path segment', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Dune: Part Two', 'Dune - Part Two'],
    ['12:30', '12-30'],
    ['Who?', 'Who'],
    ['"Quoted"', "'Quoted'"],
    ['a/b\\c|d', 'a-b-c-d'],
    ['Vol. 1...', 'Vol. 1'],
    ['  spaces \t\n here ', 'spaces here'],
    ['.hack', 'hack'],
    ['CON', 'CON_'],
    ['con.mp3', 'con_.mp3'],
    ['COM¹', 'COM¹_'],
    ['Constance', 'Constance'],
    ['..', ''],
    ['???', ''],
    ['a\u202eb\u0000c', 'abc'],
    ['broken \ud800 half', 'broken \ufffd half'],
    ['-rf', '-rf'],
    ['$(reboot) `x`', '$(reboot) `x`'],
  ];
  for (const [given, wanted] of cases) {
    it(`makes ${JSON.stringify(wanted)} of ${JSON.stringify(given)}`, () => {
      expect(sanitizeSegment(given)).to.equal(wanted);
    });
  }

  it('leaves no dot or blank where it cuts', () => {
    expect(sanitizeSegment('abc. def', 5)).to.equal('abc');
  });

  it('cuts between code points when one composed character exceeds the limit', () => {
    expect(cutToBytes('e' + '\u0301'.repeat(50), 6)).to.equal('e\u0301\u0301');
  });

  it('keeps the extension of a long file name', () => {
    const name = sanitizeFileName('長'.repeat(100) + '.m4b');

    expect(Buffer.byteLength(name)).to.be.at.most(180);
    expect(name).to.match(/長\.m4b$/);
  });

  it('names a file whose own name has nothing usable', () => {
    expect(sanitizeFileName('???.mp3')).to.equal('file.mp3');
    expect(sanitizeFileName('.mp3')).to.equal('file.mp3');
  });
});
