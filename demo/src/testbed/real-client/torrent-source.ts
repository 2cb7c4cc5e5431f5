import { join } from 'node:path';
import { makeContent } from '../content.js';
import { startFileServer } from '../file-server.js';
import { makeTorrent } from '../torrent.js';
import { FILE_SIZE } from './real-source.js';
import type { RealSource } from './real-source.js';

const SLOW_MS = 300;

/** Torrents with a web seed: a complete download without a second client. */
export async function startTorrentSource(dir: string): Promise<RealSource> {
  const root = join(dir, 'source');
  const server = await startFileServer({ root });
  return {
    async publish(title) {
      const content = makeContent(root, { title, size: FILE_SIZE });
      const torrent = makeTorrent({ content: content.dir, webseeds: [`${server.url}/`], pieceLength: 16_384 });
      return { item: { kind: 'torrent', bytes: torrent.bytes, infoHash: torrent.infoHash }, content };
    },
    malformed: { kind: 'torrent', bytes: Buffer.from('<html>Not found</html>'), infoHash: 'f'.repeat(40) },
    setSlow: (isSlow) => server.setDelay(isSlow ? SLOW_MS : 0),
    close: () => server.close(),
  };
}
