import { expect } from 'chai';
import { REMOVE_DOWNLOAD } from '../lifecycle/request-jobs.js';
import type { RequestStatus } from '../lifecycle/statuses.js';
import { createGrabWorld } from '../requests/request-world.spec.support.js';

type Grab = Awaited<ReturnType<typeof createGrabWorld>>;

describe('a removed download', () => {
  let grabbing: Grab;

  beforeEach(async () => {
    grabbing = await createGrabWorld(1);
    const { world, requestId } = grabbing;
    await world.grab(requestId);
    await world.database.transaction((tx) =>
      tx.run('UPDATE download_history SET release = ? WHERE request_id = ?', ['{"protocol":"usenet","title":"Dune"}', requestId]),
    );
  });
  afterEach(() => grabbing.world.remove());

  /** Removes it from its client. @returns whether the client's history keeps it */
  async function isArchived(state: 'added' | 'imported' | 'failed', status: RequestStatus): Promise<boolean> {
    const { world, client, requestId } = grabbing;
    await world.database.transaction(async (tx) => {
      await tx.run('UPDATE download_history SET state = ? WHERE request_id = ?', [state, requestId]);
      await tx.run('UPDATE requests SET status = ? WHERE id = ?', [status, requestId]);
    });
    await world.run(REMOVE_DOWNLOAD.name, { downloadId: (await world.history(requestId))[0]?.id });
    expect(client.removals).to.have.length(1);
    return client.archived.length === 1;
  }

  for (const status of ['downloaded', 'available'] as const) {
    it(`stays in the history of its client if its request is ${status}`, async () => {
      expect(await isArchived('imported', status)).to.equal(true);
    });
  }

  for (const [state, status] of [
    ['imported', 'cancelled'],
    ['imported', 'failed'],
    ['failed', 'downloading'],
    ['added', 'cancelled'],
    ['added', 'available'],
  ] as const) {
    it(`leaves no trace in its client if it was ${state} and its request is ${status}`, async () => {
      expect(await isArchived(state, status)).to.equal(false);
    });
  }
});
