import { expect } from 'chai';
import { REMOVE_DOWNLOAD } from '../lifecycle/request-jobs.js';
import { goodRelease } from '../requests/request-fakes.spec.support.js';
import { createGrabWorld } from '../requests/request-world.spec.support.js';

type Grab = Awaited<ReturnType<typeof createGrabWorld>>;

describe('grabbing, when releases fail', () => {
  let grabbing: Grab;

  beforeEach(async () => {
    grabbing = await createGrabWorld(3);
  });
  afterEach(async () => {
    await grabbing.world.remove();
  });

  it('fails after five bad releases, and reports one error', async () => {
    await grabbing.world.remove();
    grabbing = await createGrabWorld(8);
    const { world, client, requestId } = grabbing;
    for (let i = 0; i < 8; i += 1) {
      await world.grab(requestId);
      for (const item of client.items.values()) Object.assign(item, { state: 'failed' });
      await world.poll();
      await world.work([REMOVE_DOWNLOAD.name]);
    }
    expect(await world.status(requestId)).to.equal('failed');
    expect(await world.history(requestId)).to.have.length(5);
    expect(world.notified.filter((entry) => entry.event === 'request_error')).to.have.length(1);
    expect(client.items.size).to.equal(0);
    const detail = await world.detail(requestId, world.callerOf('paul'));
    expect(detail?.release).to.equal(undefined);
  });

  it('also counts releases whose files turned out bad during import', async () => {
    await grabbing.world.remove();
    grabbing = await createGrabWorld(8);
    const { world, requestId } = grabbing;
    for (let i = 0; i < 8; i += 1) {
      await world.grab(requestId);
      const download = (await world.request(requestId))?.currentDownloadId;
      if (!download) break;
      await world.database.transaction(async (tx) => {
        await tx.run("UPDATE download_history SET state = 'failed', error = 'no audio' WHERE id = ?", [download]);
        await world.transitions.apply(tx, requestId, 'download_completed', { message: 'done', reason: null });
        await world.transitions.apply(tx, requestId, 'import_broken', {
          message: 'no audio',
          reason: null,
          set: { currentDownloadId: null },
        });
      });
    }
    expect(await world.status(requestId)).to.equal('failed');
    expect(await world.history(requestId)).to.have.length(5);
    expect((await world.reason(requestId))?.message).to.contain('no audio');
  });

  it('forgets failed releases when a person starts it again', async () => {
    await grabbing.world.remove();
    grabbing = await createGrabWorld(0);
    const { world, client, requestId } = grabbing;
    for (let i = 0; i < 6; i += 1) {
      await world.addCandidates(requestId, [goodRelease()]);
      await world.grab(requestId);
      for (const item of client.items.values()) Object.assign(item, { state: 'failed' });
      await world.poll();
      if (i === 3) await world.database.transaction((tx) => world.transitions.note(tx, requestId, 'retry', 'again'));
    }
    expect(await world.status(requestId)).to.equal('downloading');
  });

  it('does not touch other books’ candidates when it blocks a release', async () => {
    const { world, requestId, releases } = grabbing;
    const other = await world.addRequest({ user: 'chani', asin: 'B000000009' });
    await world.addCandidates(other, [releases[0] ?? goodRelease()]);
    await world.database.transaction((tx) =>
      world.candidates.block(tx, {
        asin: 'B002V1OF70',
        releaseKey: `hash:${releases[0]?.infoHash}`,
        title: 'x',
        indexer: 'y',
        reason: 'z',
        at: world.now(),
      }),
    );
    expect((await world.candidates.view(other)).candidates[0]?.state).to.equal('candidate');
    expect((await world.candidates.view(requestId)).candidates[0]?.state).to.equal('blocklisted');
    expect((await world.candidates.nextAutomatic(requestId, 'B002V1OF70'))?.release.guid).to.equal(releases[1]?.guid);
  });
});
