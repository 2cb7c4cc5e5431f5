import { expect } from 'chai';
import { lengthOf, link, plain } from './markup.js';

describe('plain', () => {
  it('escapes everything that Discord interprets', () => {
    expect(plain('[x](http://evil.example) *b* _i_ ~s~ |h| > # - `c` \\ <@1>', 500)).to.equal(
      '\\[x\\]\\(http://evil.example\\) \\*b\\* \\_i\\_ \\~s\\~ \\|h\\| \\> \\# \\- \\`c\\` \\\\ \\<@1\\>',
    );
  });

  it('cuts by code points with an ellipsis, never inside a character or an escape', () => {
    expect(plain('📚'.repeat(10), 5)).to.equal('📚📚📚📚…');
    expect(plain('a**', 4)).to.equal('a\\*…');
    expect(plain('a*b', 4)).to.equal('a\\*b');
    expect(plain('abcd', 4)).to.equal('abcd');
  });

  it('stays within the limit for any input', () => {
    for (const text of ['*'.repeat(999), '📚'.repeat(999), 'x'.repeat(999), '_a'.repeat(500)]) {
      for (const limit of [1, 2, 7, 100]) expect(lengthOf(plain(text, limit))).to.be.at.most(limit);
    }
  });

  it('drops control characters and those that change the text direction', () => {
    expect(plain('a\u0000b\u202ec\r\nd', 20)).to.equal('abc\nd');
  });
});

describe('link', () => {
  it('does not let its address end early', () => {
    expect(link('Open [it]', 'https://a.example/x(1)?q=<b>')).to.equal('[Open \\[it\\]](https://a.example/x%281%29?q=%3Cb%3E)');
  });

  it('refuses other schemes', () => {
    expect(link('x', 'javascript:alert(1)')).to.equal(undefined);
    expect(link('x', '/requests/1')).to.equal(undefined);
  });
});
