import { expectBoundedReading } from '@lectern/testbed';
import { parseFeed } from './feed.js';
import { splitTitle } from './shelf-book.js';

/** Pieces that an answer could repeat endlessly, so that a reader starts over at each. */
const PIECES = [
  ...[' ', 'a', '<', '<!--', '<item>', '<item><book_id>1</book_id><title>x</title></item>', '&amp;', '&', '(', ' (a #1)', ' #', ';', ', '],
];

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  parseFeed,
  'parseFeed of a title': (text) => parseFeed(`<rss><channel><item><book_id>1</book_id><title>${text}</title></item></channel></rss>`),
  'parseFeed of items': (text) => parseFeed(`<rss><channel>${text}</channel></rss>`),
  splitTitle,
};

describe('the content of a feed', () => {
  for (const [name, read] of Object.entries(readers)) {
    it(`is read by ${name} in linear time`, async () => {
      await expectBoundedReading({ [name]: read }, PIECES, { fourfold: name.startsWith('parseFeed') });
    });
  }
});
