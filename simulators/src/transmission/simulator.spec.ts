import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeContent } from '@lectern/testbed';
import type { TestContent } from '@lectern/testbed';
import { makeTorrent } from '@lectern/testbed';
import { until } from '@lectern/testbed';
import { startTransmissionSimulator } from './simulator.js';
import type { TransmissionSimulator, TransmissionSimulatorOptions } from './simulator.js';

interface Reply {
  readonly result: string;
  readonly arguments: Record<string, unknown>;
}

describe('transmission simulator', () => {
  let dir: string;
  let content: TestContent;
  let simulator: TransmissionSimulator;

  async function start(options: Partial<TransmissionSimulatorOptions> = {}): Promise<void> {
    const speed = { seconds: 0.2 };
    simulator = await startTransmissionSimulator({ downloadDir: join(dir, 'downloads'), content: () => content.dir, speed, ...options });
  }

  async function call(method: string, args: Record<string, unknown>): Promise<Reply> {
    const post = (session: string) =>
      fetch(`${simulator.url}/transmission/rpc`, {
        method: 'POST',
        headers: { 'x-transmission-session-id': session },
        body: JSON.stringify({ method, arguments: args }),
      });
    const refused = await post('');
    const answer = await post(refused.headers.get('x-transmission-session-id') ?? '');
    return (await answer.json()) as Reply;
  }

  const isComplete = () => simulator.torrents[0]?.isComplete === true;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'transmission-simulator-'));
    content = makeContent(join(dir, 'source'), { size: 40_000 });
  });

  afterEach(async () => {
    await simulator.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('asks for credentials first, then for a session id', async () => {
    await start({ username: 'u', password: 'p' });
    const authorization = `Basic ${Buffer.from('u:p').toString('base64')}`;

    const anonymous = await fetch(`${simulator.url}/transmission/rpc`, { method: 'POST' });
    const known = await fetch(`${simulator.url}/transmission/rpc`, { method: 'POST', headers: { authorization } });

    expect(anonymous.status).to.equal(401);
    expect(known.status).to.equal(409);
    expect(known.headers.get('x-transmission-session-id')).to.match(/^[0-9a-f]{48}$/);
  });

  it('copies the files of a torrent and ends up seeding', async () => {
    await start();
    const torrent = makeTorrent({ content: content.dir });

    await call('torrent-add', { metainfo: torrent.bytes.toString('base64') });
    await until(isComplete, { everyMs: 20 });
    const reply = await call('torrent-get', { ids: [torrent.infoHash], fields: ['status', 'leftUntilDone', 'name'] });

    expect(reply.arguments.torrents).to.deep.equal([{ status: 6, leftUntilDone: 0, name: content.name }]);
    for (const { path } of content.files) {
      const copy = await readFile(join(dir, 'downloads', content.name, path));
      expect(copy.equals(await readFile(join(content.dir, path)))).to.equal(true);
    }
  });

  it('learns the content of a magnet', async () => {
    await start();
    const torrent = makeTorrent({ content: content.dir });

    await call('torrent-add', { filename: torrent.magnet });
    await until(isComplete, { everyMs: 20 });

    expect(simulator.torrents[0]).to.include({ name: content.name, bytesTotal: torrent.size });
  });

  it('finds no peers for a torrent without content', async () => {
    await start({ content: () => undefined });
    const torrent = makeTorrent({ content: content.dir });

    await call('torrent-add', { metainfo: torrent.bytes.toString('base64') });
    await new Promise((resolve) => setTimeout(resolve, 300));

    expect(simulator.torrents[0]).to.include({ isComplete: false, bytesDone: 0 });
  });

  it('removes only its own files', async () => {
    await start();
    const torrent = makeTorrent({ content: content.dir });
    await call('torrent-add', { metainfo: torrent.bytes.toString('base64') });
    await until(isComplete, { everyMs: 20 });
    await writeFile(join(dir, 'downloads', content.name, 'mine.txt'), 'stays');

    await call('torrent-remove', { ids: [torrent.infoHash], 'delete-local-data': true });

    expect(await readdir(join(dir, 'downloads', content.name))).to.deep.equal(['mine.txt']);
  });

  it('removes while downloading without leaving partial files', async () => {
    await start({ speed: { bytesPerSecond: 50_000 } });
    const torrent = makeTorrent({ content: content.dir });
    await call('torrent-add', { metainfo: torrent.bytes.toString('base64') });
    await until(() => (simulator.torrents[0]?.bytesDone ?? 0) > 0, { everyMs: 20 });

    await call('torrent-remove', { ids: [torrent.infoHash], 'delete-local-data': true });

    expect(existsSync(join(dir, 'downloads', content.name))).to.equal(false);
  });

  it('answers a duplicate with the existing torrent, and ignores labels as 3.00 does', async () => {
    await start({ version: '3.00', speed: { bytesPerSecond: 0 } });
    const torrent = makeTorrent({ content: content.dir });
    const metainfo = torrent.bytes.toString('base64');

    await call('torrent-add', { metainfo, labels: ['x'] });
    const second = await call('torrent-add', { metainfo });

    expect(second.arguments).to.have.nested.property('torrent-duplicate.hashString', torrent.infoHash);
    expect(simulator.torrents[0]?.labels).to.deep.equal([]);
  });
});
