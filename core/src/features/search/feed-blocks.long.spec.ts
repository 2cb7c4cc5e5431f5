import { expect } from 'chai';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fakeIndexer, goodRelease } from '../requests/request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from '../requests/request-world.spec.support.js';
import { READ_FEEDS } from './feed-job.js';

/** As much as is read of one feed. */
const ENTRIES = 2000;
const MOST_MS = 50;

describe('reading long feeds', () => {
  let world: RequestWorld;
  beforeEach(async () => (world = await createRequestWorld('sqlite')));
  afterEach(() => world.remove());

  it('blocks nobody for long', async () => {
    for (const id of ['indexer-1', 'indexer-2']) {
      const indexer = fakeIndexer(id);
      const releases = Array.from({ length: ENTRIES }, (_, n) =>
        goodRelease({
          guid: `${id}-${n}`,
          title: `Another Author ${n} - Something Else Entirely (The Long Series, Book ${n}) [Unabridged] [M4B] read by Nobody & Somebody`,
        }),
      );
      indexer.recent = async () => ({ releases, sources: [{ id: '7', name: 'Tracker', status: 'ok' }] });
      await world.addIntegration(indexer);
    }
    await world.addRequest({ status: 'awaiting_search' });
    const delay = monitorEventLoopDelay({ resolution: 1 });

    delay.enable();
    await world.run(READ_FEEDS.name, {});
    delay.disable();

    expect(delay.max / 1e6).to.be.below(MOST_MS);
  });
});
