import { expect } from 'chai';
import { startTransmissionSimulator } from '@lectern/simulators';
import { makeContent, makeTorrent, until } from '@lectern/testbed';
import type { TransmissionSimulator, TransmissionSimulatorOptions } from '@lectern/simulators';
import type { TestTorrent } from '@lectern/testbed';
import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { AddOptions, Downloadable, DownloadClient, JsonObject } from '@lectern/plugin-api';
import { createTestContext, detailsOf, faultRows } from '@lectern/plugin-kit';
import type { TestContext } from '@lectern/plugin-kit';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import plugin from './index.js';
import type { TransmissionSettings } from './settings.js';

const { signal } = new AbortController();
const OPTIONS: AddOptions = { name: 'Book', category: 'lectern', signal };

async function errorOf(work: Promise<unknown>): Promise<IntegrationError> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isIntegrationError(outcome)) throw new Error(`expected an IntegrationError, got ${String(outcome)}`);
  return outcome;
}

describe('transmission download client', () => {
  let dir: string;
  let simulator: TransmissionSimulator;
  let torrent: TestTorrent;
  let item: Downloadable;

  function instanceOf(settings: Partial<TransmissionSettings> = {}) {
    const complete = { baseUrl: simulator.url, username: 'tester', password: 'planted-password', category: 'lectern', ...settings };
    return plugin.create(createTestContext<TransmissionSettings>({ settings: complete }));
  }

  function clientOf(settings: Partial<TransmissionSettings> = {}): DownloadClient {
    const { downloadClient } = instanceOf(settings).provides;
    if (!downloadClient) throw new Error('no download client');
    return downloadClient;
  }

  async function start(options: Partial<TransmissionSimulatorOptions> = {}): Promise<void> {
    const content = makeContent(join(dir, 'source'), { size: 20_000 });
    torrent = makeTorrent({ content: content.dir });
    item = { kind: 'torrent', bytes: torrent.bytes, infoHash: torrent.infoHash };
    simulator = await startTransmissionSimulator({
      downloadDir: join(dir, 'downloads'),
      username: 'tester',
      password: 'planted-password',
      content: () => content.dir,
      speed: { seconds: 0.1 },
      ...options,
    });
  }

  function calls(method: string): JsonObject[] {
    const bodies = simulator.requests.map(({ body }) => JSON.parse(body.toString()) as JsonObject);
    return bodies.filter((body) => body.method === method).map((body) => body.arguments as JsonObject);
  }

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'client-transmission-'));
  });

  afterEach(async () => {
    await simulator.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('downloads to the end and names the content', async () => {
    await start();
    const client = clientOf();

    const added = await client.add(item, OPTIONS);
    const done = await until(async () => (await client.status([added.itemId], { signal })).find(({ state }) => state === 'seeding'));

    expect(added).to.deep.equal({ itemId: torrent.infoHash, alreadyThere: false });
    expect(done.contentPath).to.equal(join(dir, 'downloads', torrent.name));
    expect(await client.files?.(added.itemId, { signal })).to.have.length(3);
  });

  it('adds the same torrent once', async () => {
    await start();
    const client = clientOf();
    await client.add(item, OPTIONS);

    const again = await client.add({ kind: 'magnet', uri: torrent.magnet }, { ...OPTIONS, tags: ['other'] });

    expect(again).to.deep.equal({ itemId: torrent.infoHash, alreadyThere: true });
    expect(simulator.torrents).to.have.length(1);
    expect(simulator.torrents[0]?.labels).to.deep.equal(['lectern']);
  });

  it('labels after the add, because 3.00 ignores labels sent with it', async () => {
    await start({ version: '3.00' });

    await clientOf().add(item, { ...OPTIONS, tags: ['a,b', ''] });

    expect(simulator.torrents[0]?.labels).to.deep.equal(['lectern', 'a b']);
  });

  describe('when a crash happens between the add and its labels', () => {
    /** Adds with a client whose process dies after the add and before anything else is answered. Returns the context it leaves. */
    async function addAndDie(context: TestContext<TransmissionSettings>): Promise<void> {
      const dying: TestContext<TransmissionSettings> = {
        ...context,
        http: {
          async request(request) {
            if (JSON.stringify(request.json).includes('torrent-set')) throw new IntegrationError('INTEGRATION_ABORTED', 'killed');
            return context.http.request(request);
          },
        },
      };
      await plugin.create(dying).provides.downloadClient?.add(item, OPTIONS);
      expect(simulator.torrents[0]?.labels, 'what the crash leaves').to.deep.equal([]);
    }

    function contextOf(): TestContext<TransmissionSettings> {
      const settings = { baseUrl: simulator.url, username: 'tester', password: 'planted-password', category: 'lectern' };
      return createTestContext<TransmissionSettings>({ settings });
    }

    it('still recognizes the torrent as its own', async () => {
      await start({ version: '3.00' });
      const context = contextOf();
      await addAndDie(context);

      const listed = await plugin.create(context).provides.downloadClient?.list?.({ signal, category: '' });

      expect(listed?.map(({ itemId }) => itemId)).to.deep.equal([torrent.infoHash]);
    });

    it('labels it once, when it is added again', async () => {
      await start({ version: '3.00' });
      const context = contextOf();
      await addAndDie(context);
      const client = plugin.create(context).provides.downloadClient;

      const again = await client?.add(item, { ...OPTIONS, tags: ['request-1'] });
      await client?.add(item, { ...OPTIONS, tags: ['other'] });

      expect(again).to.deep.equal({ itemId: torrent.infoHash, alreadyThere: true });
      expect(simulator.torrents[0]?.labels).to.deep.equal(['lectern', 'request-1']);
    });

    it('no longer claims a torrent a day later, nor one that Transmission refused', async () => {
      await start({ version: '3.00' });
      const context = contextOf();
      await addAndDie(context);
      const bad = { kind: 'torrent', bytes: Buffer.from('nope'), infoHash: 'b'.repeat(40) } as const;
      await errorOf(plugin.create(context).provides.downloadClient?.add(bad, OPTIONS) ?? Promise.resolve());
      expect(Object.keys((await context.storage.get<Record<string, never>>('unfinished-adds')) ?? {})).to.deep.equal([torrent.infoHash]);

      context.advance(86_400_001);

      expect(await plugin.create(context).provides.downloadClient?.list?.({ signal, category: '' })).to.deep.equal([]);
    });
  });

  it('uses the configured category if the request has none', async () => {
    await start();

    await clientOf({ category: 'audiobooks' }).add(item, { ...OPTIONS, category: '' });

    expect(simulator.torrents[0]?.labels).to.deep.equal(['audiobooks']);
  });

  it('passes on folder, pause, priority and limits', async () => {
    await start();
    const folder = join(dir, 'elsewhere');

    await clientOf({ downloadDir: folder }).add(item, { ...OPTIONS, paused: true, priority: 'high', seedRatio: 1.5, seedMinutes: 90.2 });

    expect(calls('torrent-add').at(-1)).to.include({ 'download-dir': folder, paused: true, bandwidthPriority: 1 });
    expect(calls('torrent-set').at(-1)).to.include({ seedRatioMode: 1, seedRatioLimit: 1.5, seedIdleMode: 1, seedIdleLimit: 91 });
  });

  it('sets no idle limit for a time that Transmission cannot count to', async () => {
    await start();

    await clientOf().add(item, { ...OPTIONS, seedMinutes: 65_535.5 });

    expect(calls('torrent-set').at(-1)).to.include({ seedIdleMode: 2 }).and.not.have.property('seedIdleLimit');
  });

  it('prefers the folder of the request', async () => {
    await start();

    await clientOf({ downloadDir: '/settings' }).add(item, { ...OPTIONS, savePath: join(dir, 'mine') });

    expect(simulator.torrents[0]?.directory).to.equal(join(dir, 'mine'));
  });

  it('blames the folder setting if the path is relative', async () => {
    await start();

    const error = await errorOf(clientOf({ downloadDir: 'relative' }).add(item, OPTIONS));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'downloadDir' });
  });

  for (const version of ['3.00', '4.1.4'] as const) {
    it(`reports a corrupt torrent as unsupported (${version})`, async () => {
      await start({ version });

      const error = await errorOf(clientOf().add({ kind: 'torrent', bytes: Buffer.from('nope'), infoHash: 'b'.repeat(40) }, OPTIONS));

      expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
    });
  }

  it('refuses anything but torrents', async () => {
    await start();

    const error = await errorOf(clientOf().add({ kind: 'nzb', bytes: new Uint8Array(), name: 'x' }, OPTIONS));

    expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
    expect(simulator.requests).to.deep.equal([]);
  });

  it('answers for every id in one call, with unknown and invalid ones as missing', async () => {
    await start();
    const client = clientOf();
    await client.add(item, OPTIONS);
    const before = calls('torrent-get').length;

    const states = await client.status(['f'.repeat(40), torrent.infoHash.toUpperCase(), 'recently-active'], { signal });

    expect(states.map(({ itemId }) => itemId)).to.deep.equal(['f'.repeat(40), torrent.infoHash.toUpperCase(), 'recently-active']);
    expect(states[0]?.state).to.equal('missing');
    expect(states[1]?.state).to.not.equal('missing');
    expect(states[2]?.state).to.equal('missing');
    expect(calls('torrent-get')).to.have.length(before + 1);
    expect(calls('torrent-get').at(-1)?.ids).to.deep.equal(['f'.repeat(40), torrent.infoHash]);
  });

  it('sends no request for no ids', async () => {
    await start();

    expect(await clientOf().status([], { signal })).to.deep.equal([]);
    expect(simulator.requests).to.deep.equal([]);
  });

  it('removes one torrent, with or without its data, and succeeds if it is gone', async () => {
    await start();
    const client = clientOf();
    const payload = join(dir, 'downloads', torrent.name);
    await client.add(item, OPTIONS);
    await until(() => simulator.torrents[0]?.isComplete);

    await client.remove(torrent.infoHash, { signal, deleteData: false });
    expect(existsSync(payload)).to.equal(true);
    await client.add(item, OPTIONS);
    await until(() => simulator.torrents[0]?.isComplete);
    await client.remove(torrent.infoHash, { signal, deleteData: true });
    await client.remove(torrent.infoHash, { signal, deleteData: true });

    expect(existsSync(payload)).to.equal(false);
  });

  it('never sends a removal that could address every torrent', async () => {
    await start();
    const client = clientOf();
    await client.add(item, OPTIONS);

    for (const id of ['', 'recently-active', '1', 'all']) await client.remove(id, { signal, deleteData: true });

    expect(calls('torrent-remove')).to.deep.equal([]);
    expect(simulator.torrents).to.have.length(1);
  });

  it('pauses and resumes', async () => {
    await start({ speed: { bytesPerSecond: 0 } });
    const client = clientOf();
    await client.add(item, OPTIONS);

    await client.pause?.(torrent.infoHash, { signal });
    const paused = await client.status([torrent.infoHash], { signal });
    await client.resume?.(torrent.infoHash, { signal });
    const resumed = await client.status([torrent.infoHash], { signal });

    expect(paused[0]?.state).to.equal('paused');
    expect(resumed[0]?.state).to.equal('downloading');
  });

  it('lists torrents with the label', async () => {
    await start();
    const client = clientOf();
    const other = makeTorrent({ content: makeContent(join(dir, 'other'), { seed: 9, size: 5000 }).dir });
    await client.add(item, OPTIONS);
    await client.add({ kind: 'torrent', bytes: other.bytes, infoHash: other.infoHash }, { ...OPTIONS, category: 'films' });

    const listed = await client.list?.({ signal, category: 'lectern' });

    expect(listed?.map(({ itemId }) => itemId)).to.deep.equal([torrent.infoHash]);
  });

  it('replaces its label once the book is imported, and keeps all others', async () => {
    await start();
    const client = clientOf({ importedCategory: 'read, done' });
    await client.add(item, { ...OPTIONS, tags: ['mine'] });

    await client.imported?.(torrent.infoHash, { signal });
    await client.imported?.(torrent.infoHash, { signal });
    await client.imported?.('e'.repeat(40), { signal });
    await client.imported?.('all', { signal });

    expect(simulator.torrents[0]?.labels).to.deep.equal(['mine', 'read  done']);
    expect(clientOf().imported).to.equal(undefined);
  });

  it('continues when the session id expires', async () => {
    await start();
    const client = clientOf();
    await client.add(item, OPTIONS);
    simulator.expireSession();

    expect((await client.status([torrent.infoHash], { signal }))[0]?.state).to.not.equal('missing');
  });

  it('checks version, folder and free space', async () => {
    await start();

    const result = await instanceOf({ downloadDir: dir }).check({ signal });

    expect(result).to.include({ ok: true, version: '4.1.4' });
    expect(detailsOf(result)[0]).to.match(/where [\d.]+ [GT]B are free/);
  });

  it('blames the folder setting if the folder does not exist', async () => {
    await start();

    const error = await errorOf(instanceOf({ downloadDir: '/nonexistent/folder' }).check({ signal }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'downloadDir' });
  });

  it('blames the password if it is wrong', async () => {
    await start();

    const error = await errorOf(instanceOf({ password: 'other' }).check({ signal }));

    expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'password' });
  });
});

faultRows('transmission status', {
  secrets: ['planted-password', Buffer.from('tester:planted-password').toString('base64')],
  except: { '404': ['INTEGRATION_MISCONFIGURED'] },
  async setUp(timeoutMs) {
    const target = await startTransmissionSimulator({ downloadDir: tmpdir(), username: 'tester', password: 'planted-password' });
    const settings = { baseUrl: target.url, username: 'tester', password: 'planted-password' };
    const context = createTestContext<TransmissionSettings>({ settings, timeoutMs });
    const { downloadClient } = plugin.create(context).provides;
    return {
      target,
      logs: context.logs,
      call: async (callSignal) => downloadClient?.status(['a'.repeat(40)], { signal: callSignal }),
      tearDown: () => target.close(),
    };
  },
});
