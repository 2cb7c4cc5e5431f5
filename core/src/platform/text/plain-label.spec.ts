import { expect } from 'chai';
import { plainLabel, plainSentence } from './plain-label.js';

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

describe('sentences of ours, with names from outside', () => {
  it('keep what holds a name by itself', () => {
    expect(plainSentence('رُفض طلب «\u2068A Walk\u2069» من \u2066/books\u2069.')).to.equal(
      'رُفض طلب «\u2068A Walk\u2069» من \u2066/books\u2069.',
    );
  });

  it('turn no direction of writing beyond the name, nor break a line', () => {
    expect(plainSentence('a\u202eb\u2067c\nd\u200fe')).to.equal('a b c d e');
    expect(plainSentence('a \u2068b')).to.equal('a \u2068b\u2069');
    expect(plainSentence('a\u2069 \u2068b\u2069\u2069 c')).to.equal('a \u2068b\u2069 c');
  });

  it('are cut, and what is open then is closed', () => {
    expect(plainSentence(`\u2068${'x'.repeat(500)}\u2069`, 10)).to.equal(`\u2068${'x'.repeat(8)}…\u2069`);
  });
});
