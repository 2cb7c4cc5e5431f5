import { expectBoundedGrowth, expectBoundedReading } from '@lectern/testbed';
import type { JsonObject } from '@lectern/plugin-api';
import { jsonRpcDialect, legacyDialect } from './dialect.js';
import { hashOfMagnet } from './info-hash.js';
import { readFiles, readSession, readTorrents } from './schema.js';
import { toStatus } from './status.js';

/** Lists of an answer: a million characters hold about this many entries. */
const ENTRIES = { from: 500, to: 50_000 };
const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));

describe('answers of Transmission', () => {
  it('are read in linear time', async () => {
    const torrent = (text: string): JsonObject => ({
      'hash-string': text,
      status: 6,
      'download-dir': text,
      'error-string': text,
      error: 1,
    });
    const keyed = (text: string): JsonObject => ({ result: 'success', arguments: { [text]: 1 } });

    await expectBoundedReading(
      {
        hashOfMagnet,
        'a torrent': (text) => {
          const answer = { result: 'success', arguments: { torrents: [torrent(text)] } };
          return readTorrents(legacyDialect.decode(answer)?.data ?? {}).map((one) => toStatus({ ...one, percentDone: 1 }, 0));
        },
        'a name': (text) => legacyDialect.decode(keyed(text)),
        'a version': (text) => readSession({ version: text }),
      },
      [' ', '/', '-a', '&xt=urn:btih:'],
    );
  });

  it('may list any number of torrents, labels and files', async () => {
    const torrents = (size: number): JsonObject => ({
      jsonrpc: '2.0',
      result: { torrents: many(size, (n) => ({ hash_string: `${n}`, status: 6, labels: ['lectern'] })) },
    });
    const files = (size: number): JsonObject => ({ torrents: [{ files: many(size, (n) => ({ name: `${n}`, length: n })) }] });

    await expectBoundedGrowth(
      'torrents',
      torrents,
      (answer) => readTorrents(jsonRpcDialect.decode(answer)?.data ?? {}).map((one) => toStatus(one, 0)),
      ENTRIES,
    );
    await expectBoundedGrowth('files', files, readFiles, ENTRIES);
  });
});
