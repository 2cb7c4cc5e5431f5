import { expect } from 'chai';
import { plainLabel } from './plain-label.js';

describe('labels from outside', () => {
  it('stay as they are in any script', () => {
    expect(plainLabel('ספרים – كتب – 図書 📚')).to.equal('ספרים – كتب – 図書 📚');
  });

  for (const code of [0x00, 0x07, 0x0a, 0x1b, 0x7f, 0x9b, 0x061c, 0x200e, 0x200f, 0x2028, 0x202a, 0x202e, 0x2066, 0x2069]) {
    it(`lose U+${code.toString(16).padStart(4, '0')}`, () => {
      expect(plainLabel(`a${String.fromCharCode(code)}b${String.fromCharCode(code)}`)).to.equal('a b');
    });
  }

  it('are at most as long as a sentence, or as the given length', () => {
    expect(plainLabel('x'.repeat(5_000_000))).to.have.length(300);
    expect(plainLabel('x'.repeat(5_000), 2_000)).to.have.length(2_000);
    expect(plainLabel('\u202E'.repeat(5_000_000))).to.equal('');
  });

  it('are never cut within a character, nor do they hold half of one', () => {
    for (const text of [`x${'📚'.repeat(400)}`, '📚'.repeat(400), `${' '.repeat(1_199)}📚`, 'a\ud83db', '\udcdaa'])
      expect(plainLabel(text)).to.not.match(/\p{Cs}/u);
    expect(plainLabel(`${' '.repeat(1_197)}📚`)).to.equal('📚');
  });
});
