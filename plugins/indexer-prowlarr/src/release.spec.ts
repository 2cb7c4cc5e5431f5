import { expect } from 'chai';
import { recorded } from './read-fixture.spec.support.js';
import { readPrivate, toRelease } from './release.js';
import { readIndexers, readReleases, type RemoteIndexer } from './schema.js';

const KEY = '0123456789abcdef0123456789abcdef';

describe('toRelease', () => {
  const indexers = readIndexers(recorded('indexer.list.json').body) ?? [];
  const remotes = readReleases(recorded('search.mixed.json').body) ?? [];
  const releases = remotes.map((remote) => toRelease(remote, indexers.find((entry) => entry.id === remote.indexerId) as RemoteIndexer));
  const titled = (part: string) => releases.find((release) => release?.title.includes(part));

  it('reads every member of a torrent', () => {
    expect(releases[0]).to.deep.include({
      guid: 'https://tracker3.example/t/8464385',
      size: 938213376,
      protocol: 'torrent',
      seeders: 412,
      leechers: 3,
      grabs: 2114,
      publishedAt: '2021-05-04T09:12:44.000Z',
      flags: ['freeleech'],
      indexer: { id: '3', name: 'MyTracker', priority: 10 },
      infoUrl: 'https://tracker3.example/t/8464385',
    });
  });

  it('reads categories and the number of files, and no book, which a search does not state', () => {
    expect(releases[0]).to.deep.include({ categories: [3030, 100013], fileCount: 1 });
    expect(releases[0]).to.not.have.any.keys('authors', 'bookTitle', 'narrators');
  });

  it('treats size 0, missing seeders and year 1 as unknown', () => {
    expect(releases.at(-1)).to.deep.include({ size: undefined, seeders: undefined, leechers: undefined, publishedAt: undefined });
  });

  it('never keeps the key, neither shown nor stored', () => {
    expect(JSON.stringify(releases)).to.not.include(KEY).and.not.include('apikey');
  });

  it('recognizes that magnetUrl is a proxy link as well, and keeps it as an alternative', () => {
    const secret = readPrivate(titled('Collection')?.private ?? {});

    expect(secret.magnet).to.equal(undefined);
    expect(secret.links.map((link) => link.link.slice(0, 5))).to.deep.equal(['AKo1c', 'K5JXK']);
    expect(readPrivate(titled('(Unabridged)')?.private ?? {}).links).to.have.length(1);
  });

  it('returns info hashes in lower case, and no seeders for usenet releases', () => {
    expect(titled('(Unabridged)')?.infoHash).to.equal('72594c43fd6eabb87d6c79c28de9b1e720ee3d19');
    expect(titled('GRP')).to.deep.include({ protocol: 'usenet', seeders: undefined, grabs: 87 });
  });
});
