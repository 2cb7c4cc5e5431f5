import { expect } from 'chai';
import type { JobContext } from '../../platform/jobs/job-queue.js';
import { createNotificationWorld } from './notification-world.spec.support.js';
import { pruneNotificationsJob } from './prune-job.js';

describe('pruning notifications', () => {
  it('deletes rows older than 90 days and ends deliveries that nobody sends', async () => {
    const world = await createNotificationWorld();
    try {
      await world.addBackend(['request_approved']);
      const userId = await world.addUser('anna');
      const ages = [100, 3, 0];
      const start = world.clock.getTime();
      for (const [version, days] of ages.entries()) {
        world.clock = new Date(start - days * 86_400_000);
        const createdAt = world.clock.toISOString();
        const row = {
          id: `r${version}`,
          userId,
          asin: 'B0',
          type: 'audiobook',
          region: 'us',
          title: 'Dune',
          author: 'Herbert',
          version,
          createdAt,
        };
        await world.tx((tx) => world.service.requestEvent(tx, 'request_approved', row as never, ''));
      }

      await pruneNotificationsJob({ database: world.database, now: () => world.clock }).run({ payload: {} } as JobContext);

      expect(await world.inbox()).to.have.length(2);
      expect((await world.deliveries()).map(({ state }) => state)).to.deep.equal(['failed', 'queued']);
    } finally {
      await world.dispose();
    }
  });
});
