import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOWNLOAD_STATES, IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { GRAB, IMPORT, REMOVE_DOWNLOAD } from '../lifecycle/request-jobs.js';
import { goodRelease } from '../requests/request-fakes.spec.support.js';
import { createGrabWorld } from '../requests/request-world.spec.support.js';
import { failDownload } from './download-failure.js';
import type { DownloadRow } from '../lifecycle/download-store.js';
import { monitorJobs, MONITOR } from './monitor-job.js';

type Grab = Awaited<ReturnType<typeof createGrabWorld>>;

describe('watching downloads', () => {
  let grabbing: Grab;
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-monitor-'));
    grabbing = await createGrabWorld(3);
    await grabbing.world.grab(grabbing.requestId);
  });
  afterEach(async () => {
    await grabbing.world.remove();
    await rm(dir, { recursive: true, force: true });
  });

  const item = () => grabbing.client.items.get(grabbing.releases[0]?.infoHash ?? '') as Record<string, unknown>;
  const set = (change: object) => Object.assign(item(), change);
  async function pollFor(seconds: number, times = 1): Promise<number> {
    const { world } = grabbing;
    let interval = 0;
    for (let i = 0; i < times; i += 1) {
      world.state.offset += seconds * 1000;
      const again = await world.poll();
      interval = again ? again.againAt.getTime() - world.now().getTime() : 0;
    }
    return Math.round(interval / 1000);
  }

  it('polls all items of a client at once', async () => {
    const { world, client } = grabbing;
    for (let i = 0; i < 5; i += 1) {
      const id = await world.addRequest({ status: 'downloading', asin: `B00000001${i}` });
      await world.addCandidates(id, [goodRelease()]);
      await world.grab(id);
    }
    client.calls.length = 0;
    await world.poll();
    expect(client.calls).to.deep.equal(['status']);
  });

  for (const state of DOWNLOAD_STATES.filter((one) => !['completed', 'seeding', 'failed', 'missing'].includes(one))) {
    it(`keeps waiting while the client says ${state}, even at 100 %`, async () => {
      const { world, requestId } = grabbing;
      set({ state, progress: 1, bytesDone: 100, contentPath: dir });
      await pollFor(5, 3);
      expect(await world.status(requestId)).to.equal('downloading');
      expect(JSON.parse((await world.request(requestId)).progress ?? '{}')).to.include({ clientState: state, fraction: 1 });
      expect((await world.reason(requestId))?.message).to.include('Client client-1');
    });
  }

  it('does not treat an unknown state as finished', async () => {
    set({ state: 'teleporting', progress: 1, contentPath: dir });
    await pollFor(5, 3);
    expect(await grabbing.world.status(grabbing.requestId)).to.equal('downloading');
  });

  for (const state of ['completed', 'seeding'] as const) {
    it(`imports when ${state}, once its files stop changing`, async () => {
      const { world, requestId } = grabbing;
      await writeFile(join(dir, 'dune.m4b'), 'x'.repeat(1000));
      set({ state, progress: 1, contentPath: dir });
      await pollFor(5);
      expect(await world.status(requestId)).to.equal('downloading');
      await writeFile(join(dir, 'dune.m4b'), 'x'.repeat(2000));
      await pollFor(5);
      expect(await world.status(requestId)).to.equal('downloading');
      await pollFor(5, 3);
      expect(await world.status(requestId)).to.equal('processing');
      expect((await world.history(requestId))[0]).to.include({ state: 'completed', downloadPath: dir });
      expect(await world.queued(IMPORT.name)).to.have.length(1);
    });
  }

  it('says that a finished path cannot be seen, slows down, and continues when it appears', async () => {
    const { world, requestId } = grabbing;
    const path = join(dir, 'later');
    set({ state: 'completed', progress: 1, contentPath: path });
    const interval = await pollFor(5, 12);
    expect(interval).to.be.greaterThan(30);
    const reason = await world.reason(requestId);
    expect(reason).to.include({ code: 'path_not_visible' });
    expect(reason?.todo).to.include('path mapping');
    await mkdir(path);
    await writeFile(join(path, 'dune.m4b'), 'x'.repeat(1000));
    await pollFor(5, 4);
    expect(await world.status(requestId)).to.equal('processing');
  });

  it('looks at the mapped path', async () => {
    const { world, requestId } = grabbing;
    await world.database.transaction((tx) =>
      tx.run('UPDATE integrations SET path_mappings = ? WHERE id = ?', [JSON.stringify([{ remote: '/remote', local: dir }]), 'client-1']),
    );
    await mkdir(join(dir, 'Dune'));
    await writeFile(join(dir, 'Dune', 'dune.m4b'), 'x'.repeat(1000));
    set({ state: 'completed', progress: 1, contentPath: '/remote/Dune' });
    await pollFor(5, 4);
    expect(await world.status(requestId)).to.equal('processing');
  });

  it('waits for a path that the client has not reported yet', async () => {
    set({ state: 'completed', progress: 1 });
    await pollFor(5, 3);
    expect((await grabbing.world.reason(grabbing.requestId))?.code).to.equal('no_path_yet');
  });

  it('takes the next release only if the item is missing three times in a row', async () => {
    const { world, client, requestId } = grabbing;
    const kept = item();
    const key = grabbing.releases[0]?.infoHash ?? '';
    client.items.delete(key);
    await pollFor(5, 2);
    client.items.set(key, kept);
    await pollFor(5);
    client.items.delete(key);
    await pollFor(5, 2);
    expect(await world.events(requestId)).to.not.include('next_candidate');
    await pollFor(5);
    expect(await world.events(requestId)).to.include('next_candidate');
    expect(await world.database.read.all('SELECT id FROM blocklist')).to.have.length(0);
  });

  it('blocklists a failed download and takes the next release', async () => {
    const { world, client, requestId, releases } = grabbing;
    set({ state: 'failed', error: 'incomplete' });
    await pollFor(5);
    expect((await world.reason(requestId))?.message).to.include('incomplete');
    await world.work([GRAB.name, REMOVE_DOWNLOAD.name]);
    expect([...client.items.keys()]).to.deep.equal([releases[1]?.infoHash]);
    expect(await world.database.read.all('SELECT id FROM blocklist')).to.have.length(1);
  });

  it('tells plugins about a failed download once, and not if its request was cancelled meanwhile', async () => {
    const { world, requestId } = grabbing;
    const told = async () =>
      (await world.queued('hooks.tell')).map(({ payload }) => payload).filter(({ hook }) => hook === 'download.failed');
    set({ state: 'failed', error: 'incomplete' });
    await pollFor(5, 3);
    expect(await told()).to.have.length(1);
    expect((await told())[0]).to.include({ requestId });
    expect(((await told())[0]?.['detail'] as { reason: string }).reason).to.include('incomplete');

    await world.grab(requestId);
    const [, second] = await world.history(requestId);
    const stale = await world.database.read.get<DownloadRow>('SELECT * FROM download_history WHERE id = ?', [second?.id ?? '']);
    await world.service.cancel(world.callerOf('paul'), requestId);
    await world.database.transaction((tx) =>
      failDownload(world, tx, stale as DownloadRow, { said: 'late', blame: { kind: 'release', name: 'Dune' }, block: true }),
    );
    expect(await told()).to.have.length(1);
  });

  describe('a stalled download', () => {
    it('promises no other release where none is known, and neither does its end', async () => {
      await grabbing.world.remove();
      grabbing = await createGrabWorld(1);
      const { world, requestId } = grabbing;
      await world.grab(requestId);
      set({ state: 'stalled', bytesDone: 10 });
      await pollFor(5);
      expect(await world.reason(requestId)).to.include({
        code: 'stalled',
        nextStep: 'No other release is known; the search will start again.',
      });
      await pollFor(6 * 3600 + 60);
      expect((await world.reason(requestId))?.message).to.match(/No other release is known; the search will start again\.$/);
    });

    it('gives way after six hours without a byte', async () => {
      const { world, requestId } = grabbing;
      set({ state: 'stalled', bytesDone: 10 });
      await pollFor(5);
      const { reason } = { reason: await world.reason(requestId) };
      expect(reason).to.include({ code: 'stalled', nextStep: 'The next release will be tried.' });
      await pollFor(5 * 3600);
      expect(await world.events(requestId)).to.not.include('next_candidate');
      await pollFor(3700);
      expect(await world.events(requestId)).to.include('next_candidate');
    });

    it('waits according to the time scale', async () => {
      const { world, requestId } = grabbing;
      world.state.timeScale = 0.001;
      set({ state: 'stalled' });
      await pollFor(5);
      await pollFor(25);
      expect(await world.events(requestId)).to.include('next_candidate');
    });

    it('is left alone while data trickles in', async () => {
      const { world, requestId } = grabbing;
      for (let hour = 0; hour < 10; hour += 1) {
        set({ state: 'stalled', bytesDone: hour + 1 });
        await pollFor(3600);
      }
      expect(await world.events(requestId)).to.not.include('next_candidate');
    });

    it('starts over after it has moved', async () => {
      const { world, requestId } = grabbing;
      set({ state: 'stalled', bytesDone: 10 });
      await pollFor(3600, 4);
      set({ state: 'downloading', bytesDone: 20 });
      await pollFor(3600);
      set({ state: 'stalled' });
      await pollFor(3600, 4);
      expect(await world.events(requestId)).to.not.include('next_candidate');
    });
  });

  it('keeps waiting for an unreachable client, and respects its requested pause', async () => {
    const { world, client, requestId } = grabbing;
    client.failure = new IntegrationError('INTEGRATION_UNAVAILABLE', 'refused', { retryAfterMs: 300_000 });
    expect(await pollFor(5, 20)).to.equal(300);
    expect(await world.status(requestId)).to.equal('downloading');
    expect(await world.reason(requestId)).to.include({ code: 'client_unreachable' });
    client.failure = undefined;
    set({ state: 'downloading', bytesDone: 5 });
    await pollFor(5);
    expect((await world.reason(requestId))?.code).to.equal('downloading');
  });

  it('does not explain a request that was cancelled meanwhile', async () => {
    const { world, client, requestId } = grabbing;
    client.failure = new IntegrationError('INTEGRATION_UNAVAILABLE', 'refused');
    let cancelled: Promise<unknown> | undefined;
    Object.defineProperty(client, 'calls', {
      value: { push: () => (cancelled = world.service.cancel(world.callerOf('paul'), requestId)) },
    });
    await world.poll();
    await cancelled;
    expect((await world.reason(requestId))?.code).to.equal('cancelled');
  });

  it('does not move a cancelled request although its download finished', async () => {
    const { world, requestId } = grabbing;
    await writeFile(join(dir, 'dune.m4b'), 'x');
    set({ state: 'completed', progress: 1, contentPath: dir });
    await world.service.cancel(world.callerOf('paul'), requestId);
    await pollFor(5, 3);
    expect(await world.status(requestId)).to.equal('cancelled');
    expect(await world.queued(IMPORT.name)).to.have.length(0);
  });

  it('continues with the others if one item cannot be judged', async () => {
    const { world, requestId } = grabbing;
    const other = await world.addRequest({ status: 'downloading', asin: 'B000000077' });
    const release = goodRelease();
    await world.addCandidates(other, [release]);
    await world.grab(other);
    set({ state: 'completed', contentPath: '/' });
    Object.assign(grabbing.client.items.get(release.infoHash ?? '') ?? {}, { state: 'downloading', progress: 0.5, bytesDone: 50 });
    await pollFor(5);
    expect(JSON.parse((await world.request(other)).progress ?? '{}')).to.include({ fraction: 0.5 });
    expect(await world.reason(requestId)).to.include({ code: 'files_unreadable' });
  });

  it('polls quickly while something moves, slower while nothing does, and stops when nothing is left', async () => {
    const { world, requestId } = grabbing;
    set({ state: 'downloading', bytesDone: 1 });
    expect(await pollFor(5)).to.equal(2);
    expect(await pollFor(5, 20)).to.equal(60);
    set({ bytesDone: 2 });
    expect(await pollFor(5)).to.equal(2);
    await world.service.cancel(world.callerOf('paul'), requestId);
    expect(await world.poll()).to.equal(undefined);
  });

  it('continues after a restart of the process', async () => {
    const { world, requestId } = grabbing;
    await writeFile(join(dir, 'dune.m4b'), 'x'.repeat(100));
    set({ state: 'completed', progress: 1, contentPath: dir });
    await pollFor(5);
    const definitions = monitorJobs(world.scaled);
    for (let i = 0; i < 4; i += 1) {
      world.state.offset += 5000;
      await world.run(MONITOR.name, { integrationId: 'client-1' }, { definitions });
    }
    expect(await world.status(requestId)).to.equal('processing');
    expect(await world.queued(IMPORT.name)).to.have.length(1);
  });
});
