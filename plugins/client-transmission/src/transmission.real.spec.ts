import { expect } from 'chai';
import {
  contentFrom,
  makeContent,
  makeTorrent,
  requireOrSkip,
  startDaemon,
  startFileServer,
  startSeeder,
  startTracker,
  until,
} from '@lectern/demo';
import type { Daemon, LoopbackServer, TestContent, TestTorrent } from '@lectern/demo';
import { isIntegrationError } from '@lectern/plugin-api';
import type { AddOptions, Downloadable, DownloadClient, DownloadStatus, PluginInstance } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import plugin from './index.js';
import type { TransmissionSettings } from './settings.js';

requireOrSkip('transmission')('client-transmission with the real Transmission', function () {
  this.timeout(60_000);

  const { signal } = new AbortController();
  const options: AddOptions = { name: 'Book', category: 'lectern', signal };
  let dir: string;
  let daemon: Daemon;
  let files: LoopbackServer;
  let content: TestContent;
  let torrent: TestTorrent;
  let item: Downloadable;

  function instanceOf(password = daemon.password): PluginInstance {
    const settings = { baseUrl: daemon.url, username: daemon.username, password, category: 'lectern' };
    return plugin.create(createTestContext<TransmissionSettings>({ settings, now: Date.now() }));
  }

  function clientOf(): DownloadClient {
    const { downloadClient } = instanceOf().provides;
    if (!downloadClient) throw new Error('no download client');
    return downloadClient;
  }

  async function statusOf(client: DownloadClient): Promise<DownloadStatus | undefined> {
    return (await client.status([torrent.infoHash], { signal }))[0];
  }

  function finish(client: DownloadClient): Promise<DownloadStatus> {
    return until(
      async () => {
        const status = await statusOf(client);
        return status?.state === 'seeding' || status?.state === 'completed' ? status : undefined;
      },
      { what: 'the download' },
    );
  }

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'real-transmission-'));
    content = makeContent(join(dir, 'source'), { size: 100_000 });
    files = await startFileServer({ root: join(dir, 'source') });
    torrent = makeTorrent({ content: content.dir, webseeds: [`${files.url}/`] });
    item = { kind: 'torrent', bytes: torrent.bytes, infoHash: torrent.infoHash };
    daemon = await startDaemon('transmission', join(dir, 'daemon'));
  });

  after(async () => {
    await daemon?.stop();
    await files?.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('passes its check', async () => {
    const result = await instanceOf().check({ signal });

    expect(result.version).to.match(/^\d+\.\d+/);
    expect(result.details?.[0]).to.include(daemon.downloads);
  });

  it('is told a wrong password', async () => {
    const error: unknown = await instanceOf('wrong')
      .check({ signal })
      .catch((caught: unknown) => caught);

    expect(isIntegrationError(error) && error.code).to.equal('INTEGRATION_UNAUTHORIZED');
  });

  it('downloads from a web seed, adds once, and finds its label', async () => {
    const client = clientOf();

    const first = await client.add(item, { ...options, tags: ['request-1'], seedRatio: 2 });
    const second = await client.add(item, options);
    const done = await finish(client);

    expect(first).to.deep.equal({ itemId: torrent.infoHash, alreadyThere: false });
    expect(second).to.deep.equal({ itemId: torrent.infoHash, alreadyThere: true });
    expect(done.contentPath).to.equal(join(daemon.downloads, torrent.name));
    expect(contentFrom(done.contentPath ?? '').files).to.deep.equal(content.files);
    expect((await client.list?.({ signal, category: 'lectern' }))?.map(({ itemId }) => itemId)).to.deep.equal([torrent.infoHash]);
    expect(await client.files?.(torrent.infoHash, { signal })).to.have.length(content.files.length);
  });

  it('pauses and resumes', async () => {
    const client = clientOf();

    await client.pause?.(torrent.infoHash, { signal });
    await until(async () => (await statusOf(client))?.state === 'completed');
    await client.resume?.(torrent.infoHash, { signal });
    await until(async () => (await statusOf(client))?.state === 'seeding');
  });

  it('goes on with the same client after the daemon has been restarted', async () => {
    const client = clientOf();
    await statusOf(client);

    await daemon.stop();
    const down: unknown = await client.status([torrent.infoHash], { signal }).catch((caught: unknown) => caught);
    daemon = await startDaemon('transmission', daemon.workDir, { port: daemon.port });
    const status = await finish(client);

    expect(isIntegrationError(down) && down.code).to.equal('INTEGRATION_UNAVAILABLE');
    expect(status.itemId).to.equal(torrent.infoHash);
  });

  it('removes without data, then with data', async () => {
    const client = clientOf();
    const payload = join(daemon.downloads, torrent.name);

    await client.remove(torrent.infoHash, { signal, deleteData: false });
    expect((await statusOf(client))?.state).to.equal('missing');
    expect(existsSync(payload)).to.equal(true);

    await client.add(item, options);
    await finish(client);
    await client.remove(torrent.infoHash, { signal, deleteData: true });
    await until(() => !existsSync(payload), { timeoutMs: 5000 });
    await client.remove(torrent.infoHash, { signal, deleteData: true });
  });

  it('takes a magnet link', async () => {
    const client = clientOf();

    const added = await client.add({ kind: 'magnet', uri: torrent.magnet }, options);

    expect(added).to.deep.equal({ itemId: torrent.infoHash, alreadyThere: false });
    expect((await statusOf(client))?.state).to.equal('metadata');
    await client.remove(added.itemId, { signal, deleteData: true });
  });
});

requireOrSkip('transmission', 'qbittorrent')('client-transmission with a tracker and a real seeder', function () {
  this.timeout(90_000);

  it('downloads a book of several files', async () => {
    const { signal } = new AbortController();
    const dir = await mkdtemp(join(tmpdir(), 'real-swarm-'));
    const tracker = await startTracker({ interval: 2 });
    const seeder = await startSeeder({ workDir: join(dir, 'seeder'), tracker });
    const daemon = await startDaemon('transmission', join(dir, 'daemon'));
    try {
      const content = makeContent(join(dir, 'source'), { size: 50_000, files: 4 });
      const torrent = makeTorrent({ content: content.dir, announce: tracker.announce, private: true });
      await seeder.seed(torrent, content.dir);
      const settings = { baseUrl: daemon.url, username: daemon.username, password: daemon.password };
      const client = plugin.create(createTestContext<TransmissionSettings>({ settings, now: Date.now() })).provides.downloadClient;

      await client?.add({ kind: 'torrent', bytes: torrent.bytes, infoHash: torrent.infoHash }, { name: 'Book', category: '', signal });
      const done = await until(async () => (await client?.status([torrent.infoHash], { signal }))?.find(({ contentPath }) => contentPath));

      expect(contentFrom(done.contentPath ?? '').files).to.deep.equal(content.files);
    } finally {
      await daemon.stop();
      await seeder.stop();
      await tracker.close();
      await rm(dir, { recursive: true, force: true });
    }
  });
});
