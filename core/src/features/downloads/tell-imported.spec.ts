import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { JobContext } from '../../platform/jobs/job-queue.js';
import { inEnglish } from '../../platform/words/index.js';
import { TELL_IMPORTED } from '../lifecycle/request-jobs.js';
import { timelineOf } from '../lifecycle/timeline.js';
import { createGrabWorld } from '../requests/request-world.spec.support.js';
import { tellImportedJob } from './tell-imported.js';

type Grab = Awaited<ReturnType<typeof createGrabWorld>>;

describe('telling a client that a book was imported', () => {
  let grabbing: Grab;
  let downloadId: string;

  beforeEach(async () => {
    grabbing = await createGrabWorld(2);
    const { world, requestId } = grabbing;
    await world.grab(requestId);
    downloadId = (await world.history(requestId))[0]?.id ?? '';
    await set({ state: 'imported' });
  });
  afterEach(() => grabbing.world.remove());

  const hash = (): string => grabbing.releases[0]?.infoHash ?? '';
  const tell = () => grabbing.world.run(TELL_IMPORTED.name, { downloadId });

  async function set(change: Parameters<Grab['world']['downloads']['set']>[2]): Promise<void> {
    await grabbing.world.database.transaction((tx) => grabbing.world.downloads.set(tx, downloadId, change));
  }

  it('names the item, each time it is asked', async () => {
    await tell();
    await tell();

    expect(grabbing.client.imported).to.deep.equal([hash(), hash()]);
  });

  it('is only for what we added, and not after it was removed', async () => {
    await set({ ours: false });
    await tell();
    await set({ ours: true, state: 'removed' });
    await tell();
    await set({ state: 'added' });
    await tell();

    expect(grabbing.client.imported).to.deep.equal([]);
  });

  it('waits for another request that has yet to import the same item', async () => {
    const { world, client } = grabbing;
    const other = await world.addRequest({ user: 'jessica', status: 'downloading' });
    const [candidateId] = await world.addCandidates(other, grabbing.releases.slice(0, 1));
    await world.grab(other, { candidateId });

    expect(await tell()).to.have.property('againAt');
    expect(client.imported).to.deep.equal([]);

    await world.database.transaction((tx) => tx.run("UPDATE download_history SET state = 'imported' WHERE request_id = ?", [other]));

    expect(await tell()).to.equal(undefined);
    expect(client.imported).to.deep.equal([hash()]);
  });

  it('is tried again while the client is off or away, and over when it was removed', async () => {
    const { world, client } = grabbing;
    client.failure = new IntegrationError('INTEGRATION_UNAVAILABLE', 'away');
    const away = await tell().then(String, (error: Error) => error.message);
    world.state.clients.pop();
    const off = await tell().then(String, (error: Error) => error.message);
    await set({ integrationId: 'gone' });

    expect([away, off]).to.deep.equal(['away', 'Client client-1 is not connected and working.']);
    expect(await tell()).to.equal(undefined);
  });

  it('leaves a line in the timeline when it is given up, and moves nothing', async () => {
    const { world, requestId } = grabbing;
    const before = await world.requests.row(requestId);
    const warnings: unknown[] = [];
    const log = { warn: (...said: unknown[]) => warnings.push(said) } as unknown as JobContext['log'];
    const job = { id: 'j', payload: { downloadId }, attempt: 24, maxAttempts: 24, hold: async () => undefined, log };

    await tellImportedJob(world.scaled).onExhausted?.(job, new IntegrationError('INTEGRATION_UNAVAILABLE', 'It is away.'));

    const last = (await timelineOf(world.database.read, requestId)).at(-1);
    expect(last?.event).to.equal('client_not_told');
    expect(inEnglish(last?.said ?? '')).to.equal(
      'Client client-1 did not put the torrent into its category for imported ones: It is away.',
    );
    expect(warnings).to.have.length(1);
    expect((await world.requests.row(requestId))?.version).to.equal(before?.version);
  });
});
