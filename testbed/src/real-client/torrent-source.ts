import { join } from 'node:path';
import { makeContent } from '../content.js';
import { startFileServer } from '../file-server.js';
import { makeTorrent } from '../torrent/torrent.js';
import { FILE_COUNT, FILE_SIZE } from './real-source.js';
import type { RealSource } from './real-source.js';

/** Torrents with a web seed: a complete download without a second client. */
export async function startTorrentSource(dir: string): Promise<RealSource> {
  const root = join(dir, 'source');
  const server = await startFileServer({ root });
  return {
    async publish(title) {
      const content = makeContent(root, { title, files: FILE_COUNT, size: FILE_SIZE });
      const torrent = makeTorrent({ content: content.dir, webseeds: [`${server.url}/`], pieceLength: 16_384 });
      return { item: { kind: 'torrent', bytes: torrent.bytes, infoHash: torrent.infoHash }, content };
    },
    malformed: { kind: 'torrent', bytes: Buffer.from('<html>Not found</html>'), infoHash: 'f'.repeat(40) },
    holdHalfway: () => server.setBudget((FILE_COUNT * FILE_SIZE) / 2),
    release: () => server.setBudget(undefined),
    setAway: (isAway) => server.setAway(isAway),
    close: () => server.close(),
  };
}
