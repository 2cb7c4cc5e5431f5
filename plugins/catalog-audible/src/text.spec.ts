import { expect } from 'chai';
import { toAsin } from './asin.js';
import { toLanguageCode } from './languages.js';
import { hasAllWords, isSameName, stripTitle } from './text.js';

describe('catalogue text helpers', () => {
  it('strips subtitle, brackets and series, or says that there is nothing to strip', () => {
    expect(stripTitle('Dune: Book One (Unabridged)')).to.equal('Dune');
    expect(stripTitle('The Reborn, Book 1')).to.equal('The Reborn');
    expect(stripTitle('Moby-Dick')).to.equal(undefined);
    expect(stripTitle('(Untitled)')).to.equal(undefined);
  });

  it('never matches empty text', () => {
    expect(hasAllWords('Anything', '…')).to.equal(false);
    expect(isSameName('', '')).to.equal(false);
    expect(isSameName('???', '!!!')).to.equal(false);
  });

  it('compares names across initials, marks and scripts', () => {
    expect(isSameName('J.R.R. Tolkien', 'J. R. R. Tolkien')).to.equal(true);
    expect(isSameName('Charlotte Bronte', 'Charlotte Brontë')).to.equal(true);
    expect(isSameName('夏目漱石', '夏目漱石')).to.equal(true);
    expect(hasAllWords('夏目漱石', '夏目')).to.equal(true);
  });

  it('recognizes both forms of ASIN', () => {
    expect([' b08g9prs1k', '172135859x', '9781603935470', 'C08G9PRS1K', undefined].map(toAsin)).to.deep.equal([
      'B08G9PRS1K',
      '172135859X',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('turns the words of the store into ISO 639-1', () => {
    expect(['english', 'Mandarin_Chinese', 'german', 'pt-BR', 'xx-unknown', undefined].map(toLanguageCode)).to.deep.equal([
      'en',
      'zh',
      'de',
      'pt',
      undefined,
      undefined,
    ]);
  });
});
