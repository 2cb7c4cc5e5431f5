import type { Release } from '@lectern/plugin-api';
import { expect } from 'chai';
import { mergeReleases } from './merge-releases.js';

function release(guid: string, over: Partial<Release> = {}): Release {
  return { guid, title: 'A Book', protocol: 'torrent', indexer: { id: '1', name: 'One', priority: 25 }, flags: [], private: {}, ...over };
}

describe('mergeReleases', () => {
  it('keeps one release per guid, from the indexer with the better priority', () => {
    const better = release('a', { indexer: { id: '2', name: 'Two', priority: 1 } });

    expect(mergeReleases([release('a'), better, release('b')])).to.deep.equal([better, release('b')]);
  });

  it('keeps one release per info hash, the one with more seeders if priorities are equal', () => {
    const hash = '72594c43fd6eabb87d6c79c28de9b1e720ee3d19';
    const more = release('b', { infoHash: hash, seeders: 9 });

    expect(mergeReleases([release('a', { infoHash: hash, seeders: 2 }), more, release('c', { infoHash: hash })])).to.deep.equal([more]);
  });

  it('does not treat unknown hashes as equal', () => {
    expect(mergeReleases([release('a'), release('b')])).to.have.length(2);
  });
});
