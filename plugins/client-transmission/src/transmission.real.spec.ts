import { expect } from 'chai';
import {
  describeRealClient,
  makeContent,
  makeTorrent,
  nativeTorrent,
  startSeeder,
  startTorrentSource,
  startTracker,
  until,
} from '@lectern/testbed';
import type { Daemon, RealClientWorld } from '@lectern/testbed';
import type { AddOptions, DownloadClient, PluginInstance } from '@lectern/plugin-api';
import { isIntegrationError } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import plugin from './index.js';
import type { TransmissionSettings } from './settings.js';

const { signal } = new AbortController();
const ADD: AddOptions = { name: 'Book', category: 'audiobooks', signal };

function openPlugin({ url, username }: Daemon, password: string, change: Partial<TransmissionSettings> = {}): PluginInstance {
  const settings = { baseUrl: url, username, password, category: 'lectern', ...change };
  return plugin.create(createTestContext<TransmissionSettings>({ settings, now: Date.now() }));
}

/**
 * Transmission decides every ten seconds from whom to request data, and whenever a torrent starts. Here a finished
 * torrent starts over and over.
 */
async function whileOthersStart(world: RealClientWorld, work: () => Promise<unknown>): Promise<void> {
  const others = await world.client.list?.({ signal, category: ADD.category });
  const { itemId = '' } = others?.find(({ state }) => state === 'seeding') ?? {};
  const ended = new AbortController();
  async function start(): Promise<void> {
    while (!ended.signal.aborted) {
      await world.client.pause?.(itemId, { signal });
      await world.client.resume?.(itemId, { signal });
      await sleep(500, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  }
  const starts = start();
  try {
    await work();
  } finally {
    ended.abort();
    await starts;
  }
}

function more(world: RealClientWorld): void {
  it('passes on category, tags, folder and seeding limits', async () => {
    const { item, content } = await world.source.publish('Handed over');
    const savePath = join(world.daemon.downloads, 'elsewhere');

    const { itemId } = await world.client.add(item, { ...ADD, savePath, tags: ['request-1', 'b,c'], seedRatio: 2.5, seedMinutes: 90 });
    const done = await world.finish(itemId, content);

    expect(done.contentPath).to.equal(join(savePath, content.name));
    const native = await nativeTorrent(world.daemon, itemId);
    expect(native).to.deep.include({ savePath, ratioLimit: 2.5, minutesLimit: 90, isSeeding: true });
    expect(native?.labels).to.have.members(['audiobooks', 'request-1', 'b c']);
  });

  it('labels an imported torrent without moving its files, and goes on seeding', async () => {
    const client = openPlugin(world.daemon, world.daemon.password, { category: 'audiobooks', importedCategory: 'imported' }).provides
      .downloadClient as DownloadClient;
    const { item, content } = await world.source.publish('Imported');
    const { itemId } = await client.add(item, { ...ADD, tags: ['request-1'] });
    const before = await world.finish(itemId, content);

    await client.imported?.(itemId, { signal });
    await client.imported?.(itemId, { signal });
    await client.imported?.('e'.repeat(40), { signal });

    const native = await nativeTorrent(world.daemon, itemId);
    expect(native?.labels).to.have.members(['request-1', 'imported']);
    expect((await world.finish(itemId, content)).contentPath).to.equal(before.contentPath);
    expect((await client.list?.({ signal, category: '', everything: true }))?.map((one) => one.itemId)).to.include(itemId);
    expect(await client.add(item, ADD)).to.deep.equal({ itemId, alreadyThere: true });
    await client.remove(itemId, { signal, deleteData: true });
    await until(() => !existsSync(before.contentPath ?? ''), { what: 'the data to go', everyMs: 50 });
  });

  it('keeps ids and labels when the daemon is restarted, although its own numbers change', async () => {
    const before = await world.client.list?.({ signal, category: 'audiobooks' });

    await world.restart();

    const after = await world.client.list?.({ signal, category: 'audiobooks' });
    expect(after?.map(({ itemId }) => itemId)).to.have.members(before?.map(({ itemId }) => itemId) ?? []);
    expect(after).to.not.deep.equal([]);
  });

  it('continues when the daemon has forgotten the session id', async () => {
    const { item, content } = await world.source.publish('Session');
    await world.client.status(['e'.repeat(40)], { signal });

    await world.restart();
    const { itemId } = await world.client.add(item, ADD);

    await world.finish(itemId, content);
  });

  it('downloads by magnet link from a real seeder', async () => {
    const tracker = await startTracker({ interval: 2 });
    const seeder = await startSeeder({ workDir: join(world.dir, 'seeder'), tracker });
    try {
      const content = makeContent(join(world.dir, 'seeds'), { title: 'By magnet', size: 50_000 });
      const torrent = makeTorrent({ content: content.dir, announce: tracker.announce });
      await seeder.seed(torrent, content.dir);

      const added = await world.client.add({ kind: 'magnet', uri: torrent.magnet }, ADD);
      const again = await world.client.add({ kind: 'torrent', bytes: torrent.bytes, infoHash: torrent.infoHash }, ADD);
      await whileOthersStart(world, () => world.finish(added.itemId, content));

      expect(added).to.deep.equal({ itemId: torrent.infoHash, alreadyThere: false });
      expect(again).to.deep.equal({ itemId: torrent.infoHash, alreadyThere: true });
    } finally {
      await seeder.stop();
      await tracker.close();
    }
  });

  it('waits for the metadata of a magnet link', async () => {
    const magnet = `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=Nobody+has+it`;

    const { itemId } = await world.client.add({ kind: 'magnet', uri: magnet }, ADD);

    // Transmission looks for existing data before it waits
    const status = await until(
      async () => {
        const [now] = await world.client.status([itemId], { signal });
        return now?.state === 'checking' ? undefined : now;
      },
      { what: 'the end of the check', everyMs: 50 },
    );
    expect(status).to.deep.include({ itemId: 'ab'.repeat(20), state: 'metadata', bytesTotal: 0 });
    await world.client.remove(itemId, { signal, deleteData: true });
  });

  it('adds a hybrid torrent by its v1 hash, or says that this Transmission cannot', async () => {
    const content = makeContent(join(world.dir, 'hybrid'), { title: 'Hybrid', files: 2, size: 40_000 });
    const torrent = makeTorrent({ content: content.dir, hybrid: true });
    const { version = '' } = await openPlugin(world.daemon, world.daemon.password).check({ signal });

    const outcome = await world.client
      .add({ kind: 'torrent', bytes: torrent.bytes, infoHash: torrent.infoHash }, { ...ADD, paused: true })
      .catch((caught: unknown) => caught);

    if (Number.parseInt(version, 10) < 4) expect(isIntegrationError(outcome) && outcome.code).to.equal('INTEGRATION_UNSUPPORTED');
    else expect(outcome).to.deep.equal({ itemId: torrent.infoHash, alreadyThere: false });
    await world.client.remove(torrent.infoHash, { signal, deleteData: true });
  });

  it('blames the setting if the folder is not an absolute path', async () => {
    const { item } = await world.source.publish('Relative');

    const error: unknown = await world.client.add(item, { ...ADD, savePath: 'relative' }).catch((caught: unknown) => caught);

    expect(isIntegrationError(error) && [error.code, error.field]).to.deep.equal(['INTEGRATION_MISCONFIGURED', 'downloadDir']);
  });
}

describe('client-transmission', () => {
  describeRealClient({
    client: 'transmission',
    startSource: startTorrentSource,
    // A folder for incomplete files: reporting the path too early would be wrong.
    env: { TR_TEMP_PATH: '1' },
    open: (daemon, { isSecretWrong }) => openPlugin(daemon, isSecretWrong ? 'wrong-password' : daemon.password),
    more,
  });
});
