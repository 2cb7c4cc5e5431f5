import { expect } from 'chai';
import { isSamePerson, normalizeName, normalizeTitle } from './book-text.js';

describe('text key', () => {
  it('gives no key to text without letters or digits', () => {
    expect(['', '???', '…', '[Unabridged]', '—'].map((title) => normalizeTitle(title))).to.deep.equal(Array(5).fill(undefined));
    expect(normalizeName('.')).to.equal(undefined);
    expect(isSamePerson('', '')).to.equal(false);
    expect(isSamePerson('?', '!')).to.equal(false);
  });

  it('folds case, marks, punctuation, articles and brackets', () => {
    const titles = ["The Hitchhiker's Guide & Other Tales", 'HITCHHIKERS GUIDE AND OTHER TALES (Booktrack Edition)'];

    expect(titles.map((title) => normalizeTitle(title))).to.deep.equal(Array(2).fill('hitchhikers guide and other tales'));
    expect(normalizeTitle('Smilla’s Sense of Snow: Ærø')).to.equal('smillas sense of snow aero');
  });

  it('keeps letters of every script', () => {
    expect(normalizeTitle('吾輩は猫である')).to.equal('吾輩は猫である');
    expect(normalizeTitle('ハリー・ポッターと賢者の石')).to.equal('ハリー ポッターと賢者の石');
    expect(normalizeTitle('Мастер и Маргарита')).to.equal('мастер и маргарита');
    expect(normalizeTitle('गोदान')).to.equal('गोदान');
  });

  it('drops a book number only beside a known series, and never all that tells volumes apart', () => {
    expect(normalizeTitle('The Reborn, Book 1', ['Gate'])).to.equal('reborn');
    expect(normalizeTitle('The Reborn: Gate, Book 1', ['Gate'])).to.equal('reborn');
    expect(normalizeTitle('The Reborn: Gate, Book 1')).to.equal('reborn');
    expect(normalizeTitle('The Reborn, Book 1')).to.equal('reborn book 1');
    expect(normalizeTitle('Gate, Book 1', ['Gate'])).to.equal('gate book 1');
    expect(normalizeTitle('Gate, Vol. 5', ['Gate'])).to.equal('gate vol 5');
  });

  it('drops kinds, tie-in notes and repeated series names', () => {
    expect(normalizeTitle('Station Eleven: A Novel')).to.equal('station eleven');
    expect(normalizeTitle('All the Birds: International Edition')).to.equal('all the birds');
    expect(normalizeTitle('Dune: Hunters of Dune')).to.equal('hunters of dune');
    expect(normalizeTitle("Eden's Gate: The Spartan", ["Eden's Gate"])).to.equal('spartan');
  });

  it('tells volumes apart and parts that are numbered in words together', () => {
    expect(normalizeTitle('Selected Stories, Volume 1')).to.not.equal(normalizeTitle('Selected Stories, Volume 2'));
    expect(['The Stand, Part 1', 'The Stand, Part One', 'The Stand: Part I'].map((title) => normalizeTitle(title))).to.deep.equal(
      Array(3).fill('stand part 1'),
    );
  });

  it('keeps titles that are numbers, an article or an acronym', () => {
    expect(['1984', 'The', 'S.P.Q.R.', '20,000 Leagues'].map((title) => normalizeTitle(title))).to.deep.equal([
      '1984',
      'the',
      'spqr',
      '20000 leagues',
    ]);
  });

  it('agrees on names across spacing, order and a missing middle initial', () => {
    expect(normalizeName('J. R. R. Tolkien')).to.equal(normalizeName('Tolkien, J.R.R.'));
    expect(isSamePerson('Jo Nesbø', 'Jo Nesbo')).to.equal(true);
    expect(isSamePerson('Richard K. Morgan', 'Richard Morgan')).to.equal(true);
    expect(isSamePerson('Richard K. Morgan', 'Richard L. Morgan')).to.equal(false);
    expect(isSamePerson('Martin Luther King, Jr.', 'Martin Luther King')).to.equal(false);
  });
});
