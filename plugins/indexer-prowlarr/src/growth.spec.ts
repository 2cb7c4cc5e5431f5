import { torrentInfoHash } from '@lectern/plugin-api';
import { expectBoundedReading } from '@lectern/testbed';
import { parseFeed } from './feed.js';
import { magnetInfoHash } from './magnet.js';
import { parseProxyLink } from './proxy-link.js';

/** Pieces that an answer could repeat endlessly, so that a reader starts over at each. */
const PIECES = [
  ...[' ', 'a', '/', '?', '<', '<!--', '<item>', '<item><title>x</title></item>', '&amp;', '&', 'http://a/?', 'magnet:?xt=urn:btih:'],
  ...['l', 'd', 'i1e', '1:a', '<torznab:attr name="a" value="b"/>', '<a b="'],
];

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  parseFeed,
  'parseFeed of a title': (text) => parseFeed(`<rss><channel><item><guid>1</guid><title>${text}</title></item></channel></rss>`),
  'parseFeed of items': (text) => parseFeed(`<rss><channel>${text}</channel></rss>`),
  magnetInfoHash,
  parseProxyLink,
  torrentInfoHash: (text) => torrentInfoHash(Buffer.from(text)),
  'torrentInfoHash of a list': (text) => torrentInfoHash(Buffer.from(`d4:infod5:files${text}`)),
};

describe('answers of an indexer', () => {
  for (const [name, read] of Object.entries(readers)) {
    it(`are read by ${name} in linear time`, async () => {
      await expectBoundedReading({ [name]: read }, PIECES, { fourfold: name.startsWith('parseFeed') });
    });
  }
});
