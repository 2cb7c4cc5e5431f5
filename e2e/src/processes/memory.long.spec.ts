import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { startWorld, type World } from '../world.js';

/** What a household does in some days: much of it at once shows in minutes what a night would. */
const ROUNDS = 40;
const CALLS = 20;
/** Bytes that are no leak: caches that fill, and code that is compiled late. */
const MOST_A_ROUND = 40_000;
const READ = ['/api/home', '/api/requests', '/api/audiobooks/search?q=river', '/api/notifications', '/api/auth/me'];
const READ_BY_ADMIN = ['/api/admin/requests', '/api/admin/jobs', '/api/admin/integrations', '/api/admin/logs', '/api/admin/library'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function heapNow(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

describe('the memory of a server', () => {
  let world: World;
  before(async () => (world = await startWorld({ timeScale: 0.02 })));
  after(() => world?.stop());

  async function round(index: number): Promise<void> {
    const { admin, user } = world.api;
    for (let n = 0; n < CALLS; n += 1) {
      for (const path of READ) await user.call('GET', path);
      for (const path of READ_BY_ADMIN) await admin.call('GET', path);
      // what is refused counts, too
      await user.call('GET', '/api/admin/users').catch(() => undefined);
    }
    // as many as a person may ask for in an hour
    if (index % 5 !== 0) return;
    const [book] = world.sims.playable;
    const id = await world.request(book?.asin ?? '');
    await user.call('POST', `/api/requests/${id}/cancel`, {});
    await admin.call('DELETE', `/api/requests/${id}`);
    // simulators remember what they were asked, for other tests
    for (const simulator of [world.sims.prowlarr, world.sims.transmission, world.sims.audiobookshelf]) simulator.requests.splice(0);
  }

  it('does not grow with what was done before', async function () {
    // as long as a lane of the run waits for a file
    this.timeout(1_200_000);
    for (let n = 0; n < ROUNDS; n += 1) await round(n);
    const warm = await heapNow();

    for (let n = 0; n < ROUNDS; n += 1) await round(n);
    const later = await heapNow();

    expect((later - warm) / ROUNDS).to.be.below(MOST_A_ROUND);
  });
});
