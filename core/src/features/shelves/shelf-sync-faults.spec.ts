import { expect } from 'chai';
import { describeShelves } from './shelf-databases.spec.support.js';
import { TOKEN, type ShelfWorld } from './shelf-world.spec.support.js';

describeShelves('shelf sync: faults', (made) => {
  let world: ShelfWorld;

  beforeEach(() => {
    ({ world } = made);
  });

  it('retries temporary faults, with growing pauses and as the site asks, then waits for its turn', async () => {
    world.offer(1);
    const id = await world.addShelf();
    const waits: (number | undefined)[] = [];
    for (const retryAfterMs of [undefined, 40 * 60_000, undefined, undefined]) {
      world.fail('INTEGRATION_RATE_LIMITED', 'Too often.', { retryAfterMs });
      const { again } = await world.sync(id);
      waits.push(again ? Math.round((again.againAt.getTime() - world.now().getTime()) / 60_000) : undefined);
    }

    expect(waits).to.deep.equal([5, 40, 60, undefined]);
    expect(await world.shelf(id)).to.deep.include({ paused: false, failures: 4 });
    expect((await world.shelf(id)).error).to.include({ code: 'INTEGRATION_RATE_LIMITED', message: 'Too often.' });
    world.site.fault = undefined;
    await world.sync(id);
    expect(await world.shelf(id))
      .to.include({ failures: 0 })
      .and.not.have.property('error');
  });

  it('pauses if only its owner can help, until something is changed', async () => {
    world.offer(1);
    const id = await world.addShelf();
    world.fail('INTEGRATION_UNAUTHORIZED', `The token ${TOKEN} has expired.`, { field: 'token' });

    const { again } = await world.sync(id);

    expect(again).to.equal(undefined);
    expect(await world.shelf(id)).to.include({ paused: true });
    expect((await world.shelf(id)).error).to.include({
      code: 'INTEGRATION_UNAUTHORIZED',
      field: 'token',
      message: 'The token [redacted] has expired.',
    });
    expect(await world.store.due(world.database.read)).to.deep.equal([]);
    await world.service.sync('paul', id);
    expect(await world.store.due(world.database.read)).to.deep.equal([id]);
  });

  it('isolates one user’s trouble from the shelves of others, and skips users who may not sign in', async () => {
    world.offer(1);
    const [paul, chani] = [await world.addShelf('paul'), await world.addShelf('chani')];
    world.people.set('paul', false);

    await world.sync(paul);
    await world.sync(chani);

    expect(await world.requestsOf('paul')).to.deep.equal([]);
    expect(await world.requestsOf('chani')).to.have.length(1);
    await world.database.transaction((tx) => tx.run("UPDATE users SET state = 'disabled' WHERE id = 'paul'"));
    expect(await world.store.due(world.database.read)).to.deep.equal([chani]);
  });

  it('stops when cancelled, removes nothing, and leaves no plugin running', async () => {
    world.offer(1, 2, 3, 4);
    const id = await world.addShelf();
    const stop = new AbortController();
    world.site.onPage = (page) => {
      if (page === 1) stop.abort(new Error('cancelled'));
    };

    const error: unknown = await world.sync(id, stop.signal).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );

    expect(error).to.be.instanceOf(Error);
    expect(await world.requestsOf('paul')).to.deep.equal([]);
    expect([...world.site.running]).to.deep.equal([]);
    expect((await world.shelf(id)).error).to.equal(undefined);
  });
});
