import type { Indexer, Release, SearchOutcome } from '@lectern/plugin-api';
import type { Client } from './client.js';
import { readList, readNumber, readObject, readText } from './read.js';

const SOURCE = { id: 'main', name: 'Example indexer' };

function readRelease(entry: Readonly<Record<string, unknown>>): Release {
  const id = readText(entry.id, 'a release');
  return {
    guid: id,
    title: readText(entry.title, 'a title'),
    size: readNumber(entry.size, 'a size'),
    seeders: readNumber(entry.seeders, 'a number of seeders'),
    publishedAt: readText(entry.published, 'a date'),
    infoHash: readText(entry.hash, 'an info hash').toLowerCase(),
    protocol: 'torrent',
    indexer: SOURCE,
    flags: [],
    // the data that resolve needs; it is stored encrypted and comes back as JSON
    private: { id },
  };
}

export function createIndexer(client: Client): Indexer {
  async function find(query: { readonly q?: string; readonly limit?: number }, signal: AbortSignal): Promise<SearchOutcome> {
    const releases = readList(await client.json('/releases', { query, signal }), 'the releases').map(readRelease);
    // with a single source, a failure throws; with several, report each here and keep the results of the others
    return { releases, sources: [{ ...SOURCE, status: releases.length > 0 ? 'ok' : 'empty' }] };
  }

  return {
    protocols: ['torrent'],
    search: ({ text, limit }, { signal }) => find({ q: text, limit }, signal),
    recent: ({ signal }) => find({}, signal),
    async resolve(release, { signal }) {
      const answer = await client.json(`/releases/${encodeURIComponent(release.guid)}/magnet`, { signal });
      return { kind: 'magnet', uri: readText(readObject(answer, 'a magnet').uri, 'a magnet'), infoHash: release.infoHash };
    },
  };
}
