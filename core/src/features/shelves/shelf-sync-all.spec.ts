import { expect } from 'chai';
import { describeShelves } from './shelf-databases.spec.support.js';
import { type ShelfWorld } from './shelf-world.spec.support.js';

describeShelves('shelf sync: all shelves', (made) => {
  let world: ShelfWorld;

  beforeEach(() => {
    ({ world } = made);
  });

  it('forgets the shelves of deleted users, including tokens', async () => {
    world.offer(1);
    const [gone, kept] = [await world.addShelf('paul'), await world.addShelf('chani')];
    await world.sync(gone);
    await world.database.transaction((tx) => tx.run("UPDATE users SET deleted_at = ? WHERE id = 'paul'", [world.now().toISOString()]));

    await world.run('shelf.sync-all', {}, { definitions: world.definitions });

    const { read } = world.database;
    expect((await read.all<{ id: string }>('SELECT id FROM shelves')).map(({ id }) => id)).to.deep.equal([kept]);
    expect(await read.all('SELECT book_id FROM shelf_books WHERE shelf_id = ?', [gone])).to.deep.equal([]);
    expect(await world.requestsOf('paul')).to.have.length(1);
  });

  it('reads every due shelf, one at a time', async () => {
    world.offer(1);
    const ids = [await world.addShelf('paul'), await world.addShelf('chani'), await world.addShelf('stilgar')];
    await world.database.transaction((tx) => tx.run("DELETE FROM jobs WHERE name = 'shelf.sync'"));

    await world.run('shelf.sync-all', {}, { definitions: world.definitions });

    const queued = await world.queued('shelf.sync');
    expect(queued.map(({ payload }) => payload['shelfId']).sort()).to.deep.equal([...ids].sort());
    const times = queued.map(({ runAt }) => Date.parse(runAt)).sort();
    expect((times[2] ?? 0) - (times[0] ?? 0)).to.be.within(39_000, 41_000);
  });
});
