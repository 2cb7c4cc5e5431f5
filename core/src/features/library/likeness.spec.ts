import type { CatalogBook } from '@lectern/plugin-api';
import { expectBoundedReading } from '@lectern/testbed';
import { expect } from 'chai';
import { likeness, namesOf, titlesOf, type DescribedItem } from './likeness.js';

function book(more: Partial<CatalogBook> = {}): CatalogBook {
  return {
    asin: 'B00DUNE001',
    region: 'us',
    title: 'Dune',
    authors: [{ name: 'Frank Herbert' }],
    narrators: [],
    series: [],
    genres: [],
    durationMinutes: 1260,
    ...more,
  };
}

function item(more: Partial<DescribedItem> = {}): DescribedItem {
  return { title: 'Dune', authors: ['Frank Herbert'], durationSeconds: 1260 * 60, ...more };
}

describe('the likeness of a library item and a book', () => {
  it('is greatest where title, author and length agree', () => {
    expect(likeness(item(), book())).to.deep.equal({ score: 100, title: 'same', author: 'same', length: 'same' });
  });

  it('is less for each that is not known', () => {
    expect(likeness(item({ durationSeconds: null }), book())).to.deep.include({ score: 90, length: 'unknown' });
    expect(likeness(item(), book({ durationMinutes: undefined }))).to.deep.include({ score: 90, length: 'unknown' });
    expect(likeness(item({ authors: [] }), book())).to.deep.include({ score: 70, author: 'unknown' });
    expect(likeness(item({ durationSeconds: 1000 * 60 }), book())).to.deep.include({ score: 85, length: 'near' });
  });

  it('needs agreeing lengths where the media server names no author', () => {
    expect(likeness(item({ authors: [], durationSeconds: null }), book())).to.equal(undefined);
    expect(likeness(item({ authors: ['  '], durationSeconds: 1000 * 60 }), book())).to.equal(undefined);
  });

  it('is none for another title, another author or a length that is another recording’s', () => {
    expect(likeness(item({ title: 'Dune Messiah' }), book())).to.equal(undefined);
    expect(likeness(item({ authors: ['Brian Herbert'] }), book())).to.equal(undefined);
    expect(likeness(item({ durationSeconds: 300 * 60 }), book())).to.equal(undefined);
    // of a short book
    expect(likeness(item({ durationSeconds: 2 * 60 }), book({ durationMinutes: 10 }))).to.equal(undefined);
  });

  it('sees through what media servers add to titles and authors', () => {
    for (const title of ['Dune (Unabridged)', 'Frank Herbert - Dune', 'dune']) {
      expect(likeness(item({ title }), book()), title).to.deep.include({ title: 'same' });
    }
    for (const authors of [['Frank Herbert, Simon Vance'], ['Herbert, Frank'], ['Simon Vance & Frank Herbert']]) {
      expect(likeness(item({ authors }), book()), authors[0]).to.deep.include({ author: 'same' });
    }
  });

  it('reads titles in other scripts, and takes none of signs for the same', () => {
    const japanese = book({ title: '容疑者Xの献身', authors: [{ name: '東野 圭吾' }] });
    expect(likeness(item({ title: '容疑者Xの献身', authors: ['東野圭吾'] }), japanese)).to.deep.include({ title: 'same' });
    expect(likeness(item({ title: '🎧📚' }), book({ title: '🎧📚' }))).to.equal(undefined);
  });

  it('takes no nonsense for a length', () => {
    for (const durationSeconds of [0, -1, Number.NaN]) {
      expect(likeness(item({ durationSeconds }), book())).to.deep.include({ length: 'unknown' });
    }
  });

  it('is found in time that grows with the length of the texts only', async () => {
    const compare = (text: string) => likeness(item({ title: text, authors: [text] }), book({ title: text, authors: [{ name: text }] }));

    await expectBoundedReading({ compare, names: (text) => namesOf([text]), titles: (text) => titlesOf(text, ['Ann']) }, [
      ' ',
      ' - ',
      'a',
      '(',
      ', ',
      ': ',
      '漢',
      '😀',
    ]);
  });
});
