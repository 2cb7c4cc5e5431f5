import { expect } from 'chai';
import { startWorld, type World } from '../world.js';

describe('a book that comes out later', () => {
  let world: World;

  before(async () => {
    // the next scheduled search would be an hour away
    world = await startWorld({ timeScale: 1 });
  });

  after(() => world?.stop());

  it('is found in the feed of an indexer, and is in the library soon after', async () => {
    const { prowlarr, playable } = world.sims;
    const held = prowlarr.releases.splice(0);
    const id = await world.request(playable[0]?.asin ?? '');
    const waiting = await world.until(id, 'awaiting_search');
    const runFeeds = () => world.api.admin.call('POST', '/api/admin/jobs/acquisition.feeds/run', {});
    const searches = () => prowlarr.requests.filter(({ path }) => path === '/api/v1/search').length;
    const before = searches();
    await runFeeds();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect([await world.look(id).then(({ status }) => status), searches()]).to.deep.equal(['awaiting_search', before]);

    prowlarr.addRelease(...held);
    await runFeeds();

    expect(Date.parse(waiting.reason?.nextAt ?? '') - Date.now()).to.be.greaterThan(30 * 60_000);
    const request = await world.until(id, 'available');
    expect(request.release?.title).to.match(/M4B|MP3/);
  });
});
