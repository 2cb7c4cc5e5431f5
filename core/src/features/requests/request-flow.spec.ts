import { expect } from 'chai';
import { DUNE, fakeClient, fakeIndexer, goodRelease } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

describe('a request with a running job queue', () => {
  let world: RequestWorld;

  beforeEach(async () => {
    world = await createRequestWorld('sqlite', { runsJobs: true });
    await world.addUser('paul');
  });
  afterEach(async () => {
    await world.remove();
  });

  const trusted = () => world.callerOf('paul', { permissions: { autoApprove: true, interactiveSearch: true, downloadAccess: true } });
  const ask = () => world.service.create(trusted(), { asin: DUNE.asin, type: 'audiobook', origin: 'manual' });
  async function until(check: () => Promise<boolean> | boolean): Promise<void> {
    const end = Date.now() + 8000;
    while (!(await check())) {
      if (Date.now() > end) throw new Error('did not come');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('goes from asking to downloading by itself', async () => {
    const client = fakeClient('client-1');
    await world.addIntegration(fakeIndexer('indexer-1', [goodRelease()]));
    await world.addIntegration(client);
    const { requestId } = await ask();
    await until(async () => (await world.reason(requestId))?.code === 'downloading');
    expect(client.items.size).to.equal(1);
    expect(await world.events(requestId)).to.include.members(['created', 'search_started', 'winner_found', 'grabbed']);
  });

  it('stays cancelled when its search ends late', async () => {
    const indexer = fakeIndexer('indexer-1', [goodRelease()]);
    const { search } = indexer;
    let asked = false;
    let answer: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (answer = resolve));
    indexer.search = async (query, signal) => {
      asked = true;
      await gate;
      return search(query, signal);
    };
    await world.addIntegration(indexer);
    await world.addIntegration(fakeClient('client-1'));
    const { requestId } = await ask();
    await until(() => asked);
    await world.service.cancel(trusted(), requestId);
    answer();
    await world.jobs.idle();
    expect(await world.status(requestId)).to.equal('cancelled');
    expect((await world.events(requestId)).at(-1)).to.equal('cancel');
  });

  it('stays cancelled when its grab ends late, and the client is cleaned up', async () => {
    const client = fakeClient('client-1');
    const { add } = client;
    let answer: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (answer = resolve));
    client.add = async (item, options) => {
      const added = await add(item, options);
      await gate;
      return added;
    };
    await world.addIntegration(fakeIndexer('indexer-1', [goodRelease()]));
    await world.addIntegration(client);
    world.state.timeScale = 0.01;
    const { requestId } = await ask();
    await until(() => client.items.size === 1);
    await world.service.cancel(trusted(), requestId);
    await new Promise((resolve) => setTimeout(resolve, 150));
    answer();
    await until(() => client.items.size === 0);
    expect(await world.status(requestId)).to.equal('cancelled');
  });

  it('makes one request and one download of a double click', async () => {
    const client = fakeClient('client-1');
    await world.addIntegration(fakeIndexer('indexer-1', [goodRelease()]));
    await world.addIntegration(client);
    const results = await Promise.allSettled([ask(), ask(), ask()]);
    expect(results.filter((result) => result.status === 'fulfilled')).to.have.length(1);
    await until(() => client.items.size === 1);
    await world.jobs.idle().catch(() => undefined);
    expect(client.calls.filter((call) => call === 'add')).to.have.length(1);
  });
});
