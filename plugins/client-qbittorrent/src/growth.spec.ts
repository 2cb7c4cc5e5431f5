import { expectBoundedGrowth, expectBoundedReading } from '@lectern/testbed';
import type { JsonObject } from '@lectern/plugin-api';
import type { QbittorrentClient } from './client.js';
import { hashOfMagnet } from './info-hash.js';
import { readFiles, readTorrents } from './schema.js';
import { toStatus } from './status.js';
import { createTorrentList } from './torrent-list.js';

/** Lists of an answer: a million characters hold about this many entries. */
const ENTRIES = { from: 500, to: 50_000 };
const call = { signal: new AbortController().signal };
const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));
const hash = (n: number): string => n.toString(16).padStart(40, '0');
const torrent = (n: number): JsonObject => ({ hash: hash(n), infohash_v1: hash(-n >>> 0), state: 'uploading', progress: 1 });

describe('answers of qBittorrent', () => {
  it('are read in linear time', async () => {
    await expectBoundedReading(
      { hashOfMagnet, 'a torrent': (text) => readTorrents([{ hash: text, state: 'x', tags: text, name: text }]).map(toStatus) },
      [' ', ',', '&xt=urn:btih:', '?xt.1'],
    );
  });

  it('may list any number of torrents and files, for any number of requested ids', async () => {
    const list = (size: number) => {
      const all = many(size, torrent);
      const answer = (query: JsonObject | undefined) => (query?.hashes === undefined ? all : []);
      const client = { json: (_: string, { query }: { query?: JsonObject }) => Promise.resolve(answer(query)) };
      return { list: createTorrentList(client as unknown as QbittorrentClient), ids: many(size, (n) => hash(-n >>> 0)) };
    };
    const files = (size: number) => many(size, (n) => ({ name: `a\\${n}`, size: n }));

    await expectBoundedGrowth('files', files, readFiles, ENTRIES);
    await expectBoundedGrowth('torrents', list, (known) => known.list.find(known.ids, call), ENTRIES);
  });

  it('may be longer than a call’s argument list', async () => {
    const client = { json: () => Promise.resolve(many(300_000, torrent)) } as unknown as QbittorrentClient;

    await createTorrentList(client).findOne(hash(1), call);
  });
});
