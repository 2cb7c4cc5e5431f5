import { expect } from 'chai';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeBencode } from './torrent/bencode.js';
import { makeContent } from './content.js';
import { startDaemon } from './daemons.js';
import { startFileServer } from './file-server.js';
import { requireOrSkip } from './requirements.js';
import { startSeeder } from './torrent/seeder.js';
import { makeTorrent } from './torrent/torrent.js';
import { startTracker } from './torrent/tracker.js';
import { until } from './until.js';

describe('testbed', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'testbed-'));
  });

  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('makes the same torrent from the same seed', () => {
    const first = makeTorrent({ content: makeContent(join(dir, 'a'), { size: 5000 }).dir });
    const second = makeTorrent({ content: makeContent(join(dir, 'b'), { size: 5000 }).dir });
    const other = makeTorrent({ content: makeContent(join(dir, 'c'), { size: 5000, seed: 8 }).dir });

    expect(second.infoHash)
      .to.equal(first.infoHash)
      .and.match(/^[0-9a-f]{40}$/);
    expect(other.infoHash).to.not.equal(first.infoHash);
  });

  it('names the web seed and the tracker in the torrent and in the magnet', () => {
    const content = makeContent(dir, { size: 5000 });

    const torrent = makeTorrent({ content: content.dir, announce: 'http://127.0.0.1:1/announce', webseeds: ['http://127.0.0.1:2/'] });

    const meta = decodeBencode(torrent.bytes) as Map<string, unknown>;
    expect(String(meta.get('announce'))).to.equal('http://127.0.0.1:1/announce');
    expect(String(meta.get('url-list'))).to.equal('http://127.0.0.1:2/');
    expect(torrent.magnet).to.include(`xt=urn:btih:${torrent.infoHash}`).and.include('&ws=').and.include('&tr=');
  });

  it('gives hybrids both hashes', () => {
    const torrent = makeTorrent({ content: makeContent(dir, { size: 200_000 }).dir, hybrid: true });

    expect(torrent.infoHash).to.match(/^[0-9a-f]{40}$/);
    expect(torrent.infoHashV2).to.match(/^[0-9a-f]{64}$/);
  });

  it('serves ranges, redirects to magnets and chosen statuses', async () => {
    const content = makeContent(dir, { size: 5000 });
    const server = await startFileServer({ root: dir });
    try {
      const file = await readFile(join(content.dir, content.files[0]?.path ?? ''));
      const address = `${server.url}/${encodeURIComponent(content.name)}/${encodeURIComponent(content.files[0]?.path ?? '')}`;

      const part = await fetch(address, { headers: { range: 'bytes=10-19' } });
      const magnet = await fetch(`${server.url}/_redirect-magnet?to=magnet:%3Fxt%3D1`, { redirect: 'manual' });
      const missing = await fetch(`${server.url}/_status/503`);

      expect(part.status).to.equal(206);
      expect(Buffer.from(await part.arrayBuffer())).to.deep.equal(file.subarray(10, 20));
      expect(magnet.headers.get('location')).to.equal('magnet:?xt=1');
      expect(missing.status).to.equal(503);
    } finally {
      await server.close();
    }
  });

  it('holds back data beyond its budget, and disappears on demand', async () => {
    const content = makeContent(dir, { files: 1, size: 100_000 });
    const path = content.files[0]?.path ?? '';
    const file = await readFile(join(content.dir, path));
    const server = await startFileServer({ root: dir });
    const address = `${server.url}/${encodeURIComponent(content.name)}/${encodeURIComponent(path)}`;
    try {
      server.setBudget(50_000);
      const received: Buffer[] = [];
      const whole = fetch(address).then(async ({ body }) => {
        for await (const chunk of body ?? []) received.push(Buffer.from(chunk as Uint8Array));
      });
      await until(() => Buffer.concat(received).length > 30_000, { everyMs: 20 });
      await sleep(200);
      const heldAt = Buffer.concat(received).length;
      server.setBudget(undefined);
      await whole;
      server.setBudget(0);
      const dropped = fetch(address).then((answer) => answer.arrayBuffer());
      await sleep(100);
      server.setAway(true);
      const errors = await Promise.all([dropped, fetch(address)].map((work) => work.catch((error: unknown) => error)));
      server.setAway(false);
      server.setBudget(undefined);
      const back = await fetch(address);

      expect(heldAt).to.be.at.most(50_000);
      expect(Buffer.concat(received).equals(file)).to.equal(true);
      for (const error of errors) expect(error).to.be.instanceOf(TypeError);
      expect(Buffer.from(await back.arrayBuffer()).equals(file)).to.equal(true);
    } finally {
      await server.close();
    }
  });

  requireOrSkip('qbittorrent')('with a real seeder', () => {
    it('seeds to another client through the tracker', async () => {
      const tracker = await startTracker({ interval: 2 });
      const seeder = await startSeeder({ workDir: join(dir, 'seeder'), tracker });
      const leecher = await startDaemon('qbittorrent', join(dir, 'leecher'), { env: { QBT_LOCAL_AUTH: 'false' } });
      try {
        const content = makeContent(join(dir, 'source'), { size: 60_000 });
        const torrent = makeTorrent({ content: content.dir, announce: tracker.announce });
        await seeder.seed(torrent, content.dir);

        const form = new FormData();
        form.set('torrents', new Blob([new Uint8Array(torrent.bytes)]), 'book.torrent');
        await fetch(`${leecher.url}/api/v2/torrents/add`, { method: 'POST', body: form });
        await until(async () => {
          const list = (await (await fetch(`${leecher.url}/api/v2/torrents/info`)).json()) as { progress: number }[];
          return list[0]?.progress === 1;
        });

        const file = content.files[0]?.path ?? '';
        const copy = await readFile(join(leecher.downloads, content.name, file));
        expect(copy.equals(await readFile(join(content.dir, file)))).to.equal(true);
      } finally {
        await leecher.stop();
        await seeder.stop();
        await tracker.close();
      }
    });
  });
});
