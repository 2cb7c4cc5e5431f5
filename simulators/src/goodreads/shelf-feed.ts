/** A book on a simulated shelf. */
export interface GoodreadsBook {
  /** The id of the edition. */
  readonly bookId: string;
  /** The title as the feed gives it, with `(Series, #1)` at the end if the book is in a series. */
  readonly title: string;
  readonly author: string;
  /** ISBN-10. */
  readonly isbn?: string;
  /** Default: a picture exists. */
  readonly cover?: boolean;
  /** RFC 822. Default: some day in 2026. */
  readonly addedAt?: string;
}

function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function plain(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function itemXml(book: GoodreadsBook, shelf: string): string {
  const added = book.addedAt ?? 'Mon, 01 Jun 2026 10:00:00 -0700';
  const file =
    book.cover === false
      ? 'https://s.gr-assets.com/assets/nophoto/book/111x148.png'
      : `https://i.gr-assets.com/books/${book.bookId}._SX98_.jpg`;
  return `  <item>
    <guid>${cdata(`https://www.goodreads.com/review/show/7${book.bookId}?utm_medium=api&utm_source=rss`)}</guid>
    <title>${cdata(book.title)}</title>
    <book_id>${book.bookId}</book_id>
    <book_image_url>${cdata(file)}</book_image_url>
    <book_large_image_url>${cdata(file)}</book_large_image_url>
    <book id="${book.bookId}"><num_pages>312</num_pages></book>
    <author_name>${plain(book.author)}</author_name>
    <isbn>${book.isbn ?? ''}</isbn>
    <user_date_added>${cdata(added)}</user_date_added>
    <user_shelves>${plain(shelf)}</user_shelves>
    <description>${cdata(`<a href="https://www.goodreads.com/book/show/${book.bookId}">${book.title}</a><br/>`)}</description>
  </item>`;
}

/** A page of a shelf's feed, in the form Goodreads sends. */
export function shelfXml(owner: string, shelf: string, books: readonly { readonly book: GoodreadsBook; readonly shelf: string }[]): string {
  const title = `${plain(owner)}'s bookshelf: ${plain(shelf)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
  <xhtml:meta xmlns:xhtml="http://www.w3.org/1999/xhtml" name="robots" content="noindex" />
  <title>${title}</title>
  <ttl>60</ttl>
${books.map(({ book, shelf: own }) => itemXml(book, own)).join('\n')}
</channel>
</rss>
`;
}
