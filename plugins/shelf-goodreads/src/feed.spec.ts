import { expect } from 'chai';
import { parseFeed } from './feed.js';
import { recorded } from './goodreads-world.spec.support.js';
import { splitTitle, toShelfBook } from './shelf-book.js';

function feedWith(title: string, extra = ''): string {
  return `<rss><channel><title>x's bookshelf: read</title><item><book_id>0012</book_id><title>${title}</title>${extra}</item></channel></rss>`;
}

describe('feed', () => {
  it('reads the recorded shelf', () => {
    const feed = parseFeed(recorded('shelf.to-read.page1.xml'));
    const books = feed?.items.map(toShelfBook) ?? [];

    expect(feed?.title).to.equal("Example's bookshelf: to-read");
    expect(books).to.have.length(9);
    expect(books[0]).to.deep.equal({
      bookId: '1934',
      title: 'Little Women',
      authors: ['Louisa May Alcott'],
      isbn: '0451529308',
      coverUrl: 'https://i.gr-assets.com/images/S/compressed.photo.goodreads.com/books/1500000000l/1934._SX98_.jpg',
      addedAt: '2026-06-01T17:00:00.000Z',
    });
    expect(books[5]).to.deep.include({ title: 'The Final Empire', series: { name: 'Mistborn', part: '1' } });
    expect(books[8]?.title).to.equal('The Best of Edgar Allan Poe, Vol. 2: (A "Collection" & more)');
  });

  it('reads one item as a list of one, and none as an empty list', () => {
    expect(parseFeed(recorded('shelf.single-item.xml'))?.items.map(({ bookId }) => bookId)).to.deep.equal(['54493401']);
    expect(parseFeed(recorded('shelf.page2-empty.xml'))?.items).to.deep.equal([]);
  });

  it('keeps leading zeros, decodes entities in and out of CDATA, and drops control characters', () => {
    const titles = ['Tom &amp; Jerry', '<![CDATA[Tom &amp; Jerry]]>', '<![CDATA[Tom & Jerry]]>', 'Tom \u0007&#38; Jerry\u0000'].map(
      (title) => parseFeed(feedWith(title))?.items[0],
    );

    expect(titles.map((item) => item?.title)).to.deep.equal(['Tom & Jerry', 'Tom & Jerry', 'Tom & Jerry', 'Tom & Jerry']);
    expect(titles[0]?.bookId).to.equal('0012');
  });

  it('is not a feed if it is cut off, HTML, or has a document type', () => {
    const withEntity = '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + feedWith('&x;');

    for (const text of [recorded('shelf.truncated.xml'), recorded('shelf.private.html'), withEntity, '', '{"a": 1', '<feed/>']) {
      expect(parseFeed(text), text.slice(0, 40)).to.equal(undefined);
    }
  });

  it('leaves out items without an id or a title', () => {
    expect(
      parseFeed('<rss><channel><title>t</title><item><title>a</title></item><item><book_id>1</book_id></item></channel></rss>')?.items,
    ).to.deep.equal([]);
  });
});

describe('a title with its series', () => {
  for (const [text, title, series] of [
    ['I, Robot (Robot, #0.1)', 'I, Robot', { name: 'Robot', part: '0.1' }],
    ['The Light Fantastic (Discworld, #2; Rincewind, #2)', 'The Light Fantastic', { name: 'Discworld', part: '2' }],
    ['Foundation Trilogy (Foundation #1-3)', 'Foundation Trilogy', { name: 'Foundation', part: '1-3' }],
    ['Emma (Annotated)', 'Emma (Annotated)', undefined],
    ['1984', '1984', undefined],
  ] as const) {
    it(text, () => expect(splitTitle(text)).to.deep.equal({ title, ...(series ? { series } : {}) }));
  }
});
