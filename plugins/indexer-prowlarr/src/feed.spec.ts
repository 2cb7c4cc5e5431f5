import { expect } from 'chai';
import { readFixture } from './read-fixture.spec.support.js';
import { feedRelease } from './feed-release.js';
import { parseFeed, type FeedItem } from './feed.js';
import type { RemoteIndexer } from './schema.js';

const indexer: RemoteIndexer = {
  id: 3,
  name: 'MyTracker',
  enable: true,
  protocol: 'torrent',
  priority: 10,
  tags: [],
  supportsRss: true,
  supportsSearch: true,
  categories: [],
};

function itemsOf(fixture: string): readonly FeedItem[] {
  const feed = parseFeed(readFixture(fixture));
  if (feed.kind !== 'items') throw new Error(`expected items, got ${feed.kind}`);
  return feed.items;
}

describe('parseFeed', () => {
  it('reads author and title where the feed states them, and the number of files', () => {
    const books = itemsOf('rss.newznab.xml').map((item) => feedRelease(item, indexer));

    expect(books.find((book) => book?.bookTitle !== undefined)).to.deep.include({ authors: ['Andy Weir'], bookTitle: 'Project Hail Mary' });
    expect(books.map((book) => book?.fileCount)).to.include(62);
  });

  it('reads Prowlarr’s torznab feed', () => {
    const [first, , third] = itemsOf('rss.torznab.xml').map((item) => feedRelease(item, indexer));

    expect(first).to.deep.include({
      guid: 'https://tracker3.example/t/8464385',
      title: 'Project Hail Mary by Andy Weir [ENG / M4B]',
      size: 938213376,
      protocol: 'torrent',
      seeders: 412,
      leechers: 3,
      grabs: 2114,
      publishedAt: '2021-05-04T09:12:44.000Z',
      flags: ['freeleech'],
      indexer: { id: '3', name: 'MyTracker', priority: 10 },
    });
    expect(third?.infoHash).to.equal('72594c43fd6eabb87d6c79c28de9b1e720ee3d19');
  });

  it('keeps the key out of stored data', () => {
    const stored = itemsOf('rss.torznab.xml').map((item) => feedRelease(item, indexer));

    expect(JSON.stringify(stored)).to.not.include('0123456789abcdef0123456789abcdef');
    expect(JSON.stringify(stored[0]?.private)).to.include('NtHbS-JoonZI4WwiLRRTHET_');
  });

  it('reads the newznab namespace and takes the protocol from the enclosure', () => {
    const [first] = itemsOf('rss.newznab.xml').map((item) => feedRelease(item, indexer));

    expect(first).to.deep.include({ protocol: 'usenet', grabs: 87, size: 512_000_000, seeders: undefined });
  });

  it('matches attributes by namespace, not by prefix', () => {
    const xml = readFixture('rss.torznab.xml').replaceAll('torznab:attr', 'tz:attr').replace('xmlns:torznab', 'xmlns:tz');

    const feed = parseFeed(xml);

    expect(feed.kind === 'items' && feed.items[0]?.attributes.get('seeders')).to.deep.equal(['412']);
  });

  it('does not take the length of a torrent enclosure for the size, and survives odd values', () => {
    const items = itemsOf('items.torznab-variants.xml');
    const [full, magnet, bare] = items.map((item) => feedRelease(item, indexer));

    expect(full).to.deep.include({ size: 663748608, leechers: 2, flags: ['halfleech'] });
    expect(magnet).to.deep.include({ size: 412316860, seeders: 3, leechers: 2, infoHash: '0f6a0d3a6b1d8e5a8c4c0b2b7e5b1f0c9d8e7f6a' });
    expect(magnet?.private.magnet).to.match(/^magnet:\?xt=urn:btih:0F6A/);
    expect(bare).to.deep.include({
      title: 'Persuasion - Jane Austen & friends',
      size: undefined,
      seeders: undefined,
      publishedAt: undefined,
      flags: [],
    });
  });

  it('uses the length of an NZB enclosure if no other size is given', () => {
    expect(itemsOf('items.newznab-variants.xml').map((item) => item.size)).to.deep.equal([238551040, 1048576]);
  });

  it('reads an empty feed, a feed with one item, errors and foreign pages', () => {
    const one = '<rss><channel><item><title>A</title><guid>g</guid></item></channel></rss>';

    expect(parseFeed(readFixture('rss.empty.xml'))).to.deep.equal({ kind: 'items', items: [] });
    expect(parseFeed(one)).to.have.property('items').with.length(1);
    expect(parseFeed(readFixture('error.100-credentials.xml'))).to.deep.equal({
      kind: 'error',
      code: 100,
      description: 'Incorrect user credentials',
    });
    expect(parseFeed(readFixture('login-page.html'))).to.deep.equal({ kind: 'foreign' });
    expect(parseFeed('{"not": "xml"}')).to.deep.equal({ kind: 'foreign' });
  });
});
