import { expect } from 'chai';
import {
  describeRealClient,
  makeContent,
  makeTorrent,
  nativeTorrent,
  startFileServer,
  startSeeder,
  startTorrentSource,
  startTracker,
  until,
} from '@lectern/testbed';
import type { Daemon, RealClientWorld } from '@lectern/testbed';
import { isIntegrationError } from '@lectern/plugin-api';
import type { AddOptions, DownloadClient, PluginInstance } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import type { TestContext } from '@lectern/plugin-kit';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import plugin from './index.js';
import type { QbittorrentSettings } from './settings.js';

const { signal } = new AbortController();
const ADD: AddOptions = { name: 'Book', category: 'audiobooks', signal };

/** One for each instance created so far. */
const contexts: TestContext<QbittorrentSettings>[] = [];

function logins(): number {
  return contexts.flatMap(({ requests }) => requests).filter(({ url }) => url.endsWith('auth/login')).length;
}

/** A call of the Web API past the plugin, whatever it answers. */
async function command(world: RealClientWorld, path: string, form: Record<string, string>): Promise<boolean> {
  const { url, username, password } = world.daemon;
  const login = await fetch(`${url}/api/v2/auth/login`, { method: 'POST', body: new URLSearchParams({ username, password }) });
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0]);
  const answer = await fetch(`${url}/api/v2/${path}`, {
    method: 'POST',
    headers: { cookie: cookie.join('; ') },
    body: new URLSearchParams(form),
  });
  return answer.ok;
}

/** Sessions live an hour; here they end after a second. */
async function shortenSessions(world: RealClientWorld, seconds: number): Promise<void> {
  expect(await command(world, 'app/setPreferences', { json: JSON.stringify({ web_ui_session_timeout: seconds }) })).to.equal(true);
}

function openPlugin({ url, username, password }: Daemon, change: Partial<QbittorrentSettings> = {}): PluginInstance {
  const settings = { baseUrl: url, username, password, category: 'lectern', ...change };
  const context = createTestContext<QbittorrentSettings>({ settings, now: Date.now() });
  contexts.push(context);
  return plugin.create(context);
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

  for (const isAutomatic of [true, false]) {
    it(`puts an imported torrent into another category without moving its files, ${isAutomatic ? 'automatically' : 'manually'} managed`, async () => {
      const instance = openPlugin(world.daemon, { importedCategory: 'audiobooks/imported' });
      const client = instance.provides.downloadClient as DownloadClient;
      const folders = { audiobooks: join(world.dir, 'inbox'), 'audiobooks/imported': join(world.dir, 'elsewhere') };
      await command(world, 'app/setPreferences', { json: JSON.stringify({ auto_tmm_enabled: isAutomatic }) });
      for (const [category, savePath] of Object.entries(folders)) {
        await command(world, 'torrents/createCategory', { category, savePath });
        await command(world, 'torrents/editCategory', { category, savePath });
      }
      try {
        const { item, content } = await world.source.publish(`Imported ${isAutomatic}`);
        const { itemId } = await client.add(item, { ...ADD, tags: ['request-1'] });
        const before = await world.finish(itemId, content);
        expect(before.contentPath?.startsWith(folders.audiobooks)).to.equal(isAutomatic);

        await client.imported?.(itemId, { signal });
        await client.imported?.(itemId, { signal });
        await client.imported?.('e'.repeat(40), { signal });

        expect((await nativeTorrent(world.daemon, itemId))?.labels).to.deep.equal(['audiobooks/imported', 'request-1']);
        // a move would begin within a moment
        await sleep(1500);
        const after = await world.finish(itemId, content);
        expect(after).to.include({ state: 'seeding', contentPath: before.contentPath });
        expect((await client.list?.({ signal, category: '', everything: true }))?.map((one) => one.itemId)).to.include(itemId);
        expect(await client.add(item, ADD)).to.deep.equal({ itemId, alreadyThere: true });
        await client.remove(itemId, { signal, deleteData: true });
        await until(() => !existsSync(before.contentPath ?? ''), { what: 'the data to go', everyMs: 50 });
      } finally {
        await command(world, 'app/setPreferences', { json: JSON.stringify({ auto_tmm_enabled: false }) });
        await command(world, 'torrents/editCategory', { category: 'audiobooks', savePath: '' });
      }
    });
  }

  it('names the file itself as the content of a single-file torrent', async () => {
    const { dir: root, files } = makeContent(join(world.dir, 'lone'), { title: 'Lone', files: 1, size: 50_000 });
    const name = files[0]?.path ?? '';
    const server = await startFileServer({ root });
    try {
      const torrent = makeTorrent({ content: join(root, name), webseeds: [`${server.url}/${encodeURIComponent(name)}`] });

      const { itemId } = await world.client.add({ kind: 'torrent', bytes: torrent.bytes, infoHash: torrent.infoHash }, ADD);
      const done = await until(async () => {
        const [status] = await world.client.status([itemId], { signal });
        return status?.state === 'seeding' ? status : undefined;
      });

      expect(done.contentPath).to.equal(join(world.daemon.downloads, name));
      expect((await stat(done.contentPath ?? '')).isFile()).to.equal(true);
    } finally {
      await server.close();
    }
  });

  it('signs in again when its session has expired', async () => {
    await shortenSessions(world, 1);
    try {
      await world.client.status(['e'.repeat(40)], { signal });
      const before = logins();
      await sleep(2500);

      const [status] = await world.client.status(['e'.repeat(40)], { signal });

      expect(status?.state).to.equal('missing');
      expect(logins() - before).to.equal(1);
    } finally {
      await shortenSessions(world, 3600);
    }
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
      await world.finish(added.itemId, content);

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

    const [status] = await world.client.status([itemId], { signal });
    expect(status).to.deep.include({ itemId: 'ab'.repeat(20), state: 'metadata', progress: 0, bytesTotal: 0 });
    await world.client.remove(itemId, { signal, deleteData: true });
  });

  it('finds a hybrid torrent by its v1 hash, from adding to removal', async () => {
    const content = makeContent(join(world.dir, 'hybrid'), { title: 'Hybrid', size: 40_000 });
    const torrent = makeTorrent({ content: content.dir, hybrid: true });
    const item = { kind: 'torrent', bytes: torrent.bytes, infoHash: torrent.infoHash } as const;

    const added = await world.client.add(item, { ...ADD, paused: true });
    const again = await world.client.add(item, ADD);
    const [byV1] = await world.client.status([torrent.infoHash], { signal });

    expect(added.itemId).to.equal(torrent.infoHashV2?.slice(0, 40));
    expect(again).to.deep.equal({ itemId: added.itemId, alreadyThere: true });
    expect(byV1?.state).to.not.equal('missing');
    await world.client.remove(torrent.infoHash, { signal, deleteData: true });
    await until(async () => (await world.client.status([added.itemId], { signal }))[0]?.state === 'missing');
  });

  it('blames the setting if qBittorrent refuses the name of the category', async () => {
    const { item } = await world.source.publish('Bad category');

    const error: unknown = await world.client.add(item, { ...ADD, category: 'a//b' }).catch((caught: unknown) => caught);

    expect(isIntegrationError(error) && [error.code, error.field]).to.deep.equal(['INTEGRATION_MISCONFIGURED', 'category']);
  });
}

describe('client-qbittorrent', () => {
  describeRealClient({
    client: 'qbittorrent',
    startSource: startTorrentSource,
    // A folder for incomplete files: reporting the path too early would be wrong.
    env: { QBT_TEMP_PATH: '1' },
    open: (daemon, { isSecretWrong }) => openPlugin(daemon, isSecretWrong ? { password: 'wrong-password' } : {}),
    more,
  });
});
