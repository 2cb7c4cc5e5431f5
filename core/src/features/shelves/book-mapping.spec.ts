import type { CatalogBook } from '@lectern/plugin-api';
import { expect } from 'chai';
import { withoutSubtitle } from '../catalog/index.js';
import { isbn13, matchShelfBook, type ShelfEntry } from './book-mapping.js';

let nextAsin = 0;

function book(title: string, author: string, over: Partial<CatalogBook> = {}): CatalogBook {
  nextAsin += 1;
  return {
    asin: `B${String(nextAsin).padStart(9, '0')}`,
    region: 'us',
    title,
    authors: [{ name: author }],
    narrators: [],
    series: [],
    genres: [],
    ...over,
  };
}

function wanted(title: string, author: string, over: Partial<ShelfEntry> = {}): ShelfEntry {
  return { title, authors: [author], ...over };
}

describe('matching a shelf’s book', () => {
  it('takes the book whose author and title agree, wherever it is in the answer', () => {
    const right = book('Project Hail Mary', 'Andy Weir');
    const found = [book('Project Hail Mary Study Guide', 'Guides'), book('The Martian', 'Andy Weir'), right];

    expect(matchShelfBook(wanted('Project Hail Mary', 'Andy Weir'), found, 'us')).to.deep.equal({
      kind: 'match',
      asin: right.asin,
      method: 'title',
      score: 1,
    });
  });

  it('never takes the first hit for lack of a better one', () => {
    for (const found of [
      [],
      [book('The Martian', 'Andy Weir')],
      [book('Project Hail Mary', 'Somebody Else')],
      [book('Summary of Project Hail Mary', 'Andy Weir')],
    ]) {
      expect(matchShelfBook(wanted('Project Hail Mary', 'Andy Weir'), found, 'us')).to.deep.equal({ kind: 'none' });
    }
  });

  it('matches nothing by an author without letters or a title without words', () => {
    const found = [book('Emma', 'Jane Austen'), book('???', '---')];

    expect(matchShelfBook(wanted('???', '---'), found, 'us').kind).to.equal('none');
    expect(matchShelfBook({ title: 'Emma', authors: [] }, found, 'us').kind).to.equal('none');
  });

  it('distinguishes volumes of a series', () => {
    const mistborn = (part: string) => ({ series: [{ name: 'Mistborn', part }] });
    const found = [book('Mistborn', 'Brandon Sanderson', mistborn('2')), book('Mistborn', 'Brandon Sanderson', mistborn('1'))];

    const one = wanted('Mistborn', 'Brandon Sanderson', { series: { name: 'Mistborn', part: '1' } });

    expect(matchShelfBook(one, found, 'us')).to.include({ kind: 'match', asin: found[1]?.asin });
    expect(matchShelfBook(wanted('Mistborn', 'Brandon Sanderson'), found, 'us')).to.deep.equal({ kind: 'ambiguous' });
  });

  it('recognizes a title with the name of its series in front', () => {
    const found = [book('The Final Empire', 'Brandon Sanderson', { series: [{ name: 'Mistborn', part: '1' }] })];

    expect(matchShelfBook(wanted('Mistborn: The Final Empire', 'Brandon Sanderson'), found, 'us').kind).to.equal('match');
  });

  it('accepts a title without its subtitle only if the other does not contradict it', () => {
    const mindset = wanted('Mindset: Changing The Way You Think', 'Carol S. Dweck');
    const subtitled = (subtitle: string) => [book('Mindset', 'Carol Dweck', { subtitle })];

    expect(matchShelfBook(mindset, subtitled('Changing the Way You Think to Fulfil Your Potential'), 'us')).to.include({
      kind: 'match',
      score: 0.9,
    });
    expect(matchShelfBook(mindset, subtitled('A Journal'), 'us').kind).to.equal('none');
    expect(matchShelfBook(wanted('Foundation: The Early Years', 'Isaac Asimov'), [book('Foundation', 'Isaac Asimov')], 'us').kind).to.equal(
      'none',
    );
  });

  it('takes one of several recordings of the same text: complete, read, in the region’s language', () => {
    const rated = (count: number) => ({ rating: { average: 4, count } });
    const right = book('Dracula', 'Bram Stoker', { language: 'en', narrators: ['A'], ...rated(50) });
    const found = [
      book('Dracula', 'Bram Stoker', { language: 'de', ...rated(900) }),
      book('Dracula', 'Bram Stoker', { language: 'en', abridged: true, ...rated(800) }),
      book('Dracula', 'Bram Stoker', { language: 'en', subtitle: 'A BBC Radio Drama', ...rated(700) }),
      book('Dracula (1 of 2)', 'Bram Stoker', { language: 'en', ...rated(600) }),
      book('Dracula', 'Bram Stoker', { language: 'en', narrators: ['B'], ...rated(10) }),
      right,
    ];

    expect(matchShelfBook(wanted('Dracula', 'Bram Stoker'), found, 'us')).to.include({ kind: 'match', asin: right.asin });
  });

  it('prefers the book that the site or the ISBN names, but only if it agrees', () => {
    const audio = book('Emma', 'Jane Austen', { isbn: '9780593396902' });
    const other = book('Emma', 'Jane Austen', { rating: { average: 5, count: 9 } });

    expect(matchShelfBook(wanted('Emma', 'Jane Austen', { isbn: '9780593396902' }), [other, audio], 'us')).to.include({
      asin: audio.asin,
      method: 'isbn',
    });
    expect(matchShelfBook(wanted('Emma', 'Jane Austen', { asin: audio.asin }), [other, audio], 'us')).to.include({
      asin: audio.asin,
      method: 'asin',
    });
    expect(matchShelfBook(wanted('Persuasion', 'Jane Austen', { asin: audio.asin }), [audio], 'us').kind).to.equal('none');
    expect(matchShelfBook(wanted('Persuasion', 'Ann Other', { isbn: '9780593396902' }), [audio], 'us').kind).to.equal('none');
  });

  it('compares non-Latin titles by their own letters', () => {
    const found = [book('罪と罰', 'ドストエフスキー', { region: 'jp' }), book('白痴', 'ドストエフスキー', { region: 'jp' })];

    expect(matchShelfBook(wanted('白痴', 'ドストエフスキー'), found, 'jp')).to.include({ kind: 'match', asin: found[1]?.asin });
  });
});

describe('helpers of matching', () => {
  it('converts an ISBN to thirteen digits', () => {
    expect(isbn13('0451529308')).to.equal('9780451529305');
    expect(isbn13('0-8044-2957-X')).to.equal('9780804429573');
    expect(isbn13('9780593396902')).to.equal('9780593396902');
    for (const text of [undefined, '', '123', 'B08G9PRS1K']) expect(isbn13(text)).to.equal(undefined);
  });

  it('drops subtitles', () => {
    expect(withoutSubtitle('Mindset - Updated Edition: Changing The Way')).to.equal('Mindset');
    expect(withoutSubtitle('Catch-22')).to.equal('Catch-22');
    expect(withoutSubtitle('Emma')).to.equal('Emma');
  });
});
