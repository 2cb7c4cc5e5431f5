import { expect } from 'chai';
import { inEnglish } from '../../platform/words/index.js';
import { describeShelves } from './shelf-databases.spec.support.js';
import { catalogBook, shelfBook, type ShelfWorld } from './shelf-world.spec.support.js';

describeShelves('shelf sync: reading', (made) => {
  let world: ShelfWorld;

  beforeEach(() => {
    ({ world } = made);
  });

  it('walks all pages and requests their books, under the rules of requests', async () => {
    world.offer(1, 2, 3, 4, 5);
    const id = await world.addShelf();

    const { again, progress } = await world.sync(id);

    expect(again).to.equal(undefined);
    const requests = await world.requestsOf('paul');
    expect(requests.map(({ asin, origin, status }) => [asin, origin, status])).to.deep.equal(
      [1, 2, 3, 4, 5].map((number) => [catalogBook(number).asin, 'shelf', 'pending']),
    );
    expect(new Set(Object.values(await world.outcomes(id)))).to.deep.equal(new Set(['requested']));
    expect((await world.shelf(id)).result).to.include({ books: 5, fresh: 5, requested: 5, removed: 0 });
    expect(progress.at(-1)?.done).to.equal(5);
    expect(inEnglish(progress.at(-1)?.message ?? '')).to.equal('5 books on the shelf. 5 were requested.');
    expect(world.told).to.deep.equal([{ name: 'shelf.synced', payload: { shelf: 'List wanted', books: 5, requested: 5 } }]);
    expect(await world.mapping('id-1')).to.include({ state: 'matched', asin: catalogBook(1).asin, method: 'title', score: 1 });
  });

  it('requests only once, however often it runs, even if it was interrupted', async () => {
    world.offer(1, 2);
    const id = await world.addShelf();
    await world.sync(id);
    await world.database.transaction((tx) => tx.run("UPDATE shelf_books SET outcome = 'waiting', request_id = NULL"));

    await world.sync(id);

    expect(await world.requestsOf('paul')).to.have.length(2);
    expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested', 'id-2': 'requested' });
  });

  it('requests books that are added later, and counts the new ones', async () => {
    world.offer(1);
    const id = await world.addShelf();
    await world.sync(id);
    world.offer(1, 2);

    await world.sync(id);

    expect((await world.shelf(id)).result).to.include({ books: 2, fresh: 1, requested: 1 });
  });

  it('notices after two complete walks that a book is gone, and cancels nothing', async () => {
    world.offer(1, 2, 3);
    const id = await world.addShelf();
    await world.sync(id);
    world.site.shelves.set('wanted', [shelfBook(1), shelfBook(3)]);

    await world.sync(id);
    expect((await world.outcomes(id))['id-2']).to.equal('requested');
    await world.sync(id);

    expect((await world.outcomes(id))['id-2']).to.equal('removed');
    expect((await world.shelf(id)).result).to.include({ removed: 1, books: 2 });
    expect((await world.requestsOf('paul')).map(({ status }) => status)).to.deep.equal(['pending', 'pending', 'pending']);
    world.site.shelves.set('wanted', [shelfBook(1), shelfBook(2), shelfBook(3)]);
    await world.sync(id);
    expect((await world.outcomes(id))['id-2']).to.equal('requested');
  });

  it('does not treat books as removed after an interrupted walk or an empty answer', async () => {
    world.offer(1, 2, 3);
    const id = await world.addShelf();
    await world.sync(id);
    for (let round = 0; round < 3; round += 1) {
      world.fail('INTEGRATION_UNAVAILABLE', 'The site is away.', { page: 1 });
      await world.sync(id);
      world.site.fault = undefined;
      world.site.shelves.set('wanted', []);
      await world.sync(id);
      world.offer(1, 2, 3);
    }

    expect(Object.values(await world.outcomes(id))).to.not.include('removed');
    expect(inEnglish((await world.shelf(id)).result?.message ?? '')).to.contain('nothing was taken off');
  });

  it('requests what it saw before a walk was interrupted', async () => {
    world.offer(1, 2, 3);
    const id = await world.addShelf();
    world.fail('INTEGRATION_UNAVAILABLE', 'The site is away.', { page: 1 });

    await world.sync(id);

    expect(await world.requestsOf('paul')).to.have.length(2);
  });

  it('keeps only the parts of a book that fit, and leaves out invalid books', async () => {
    const hostile = [
      shelfBook(1, { title: `A${'b'.repeat(5000)}\u0000\n<script>` }),
      { ...shelfBook(2), bookId: '' },
      { ...shelfBook(3), authors: undefined as never, isbn: 'x', asin: '../../../x', addedAt: 'never' },
      shelfBook(1),
    ];
    world.site.shelves.set('wanted', hostile);
    const id = await world.addShelf();

    await world.sync(id);

    const rows = await world.database.read.all<{ title: string; author: string }>('SELECT title, author FROM shelf_books ORDER BY book_id');
    expect(rows.map(({ title, author }) => [title.length, author])).to.deep.equal([
      [1000, 'Writer 1'],
      [shelfBook(3).title.length, ''],
    ]);
  });

  it('takes a fixed number of statements per page', async () => {
    async function statements(size: number): Promise<number> {
      const numbers = Array.from({ length: size }, (_, index) => index + 1);
      const list = `${size} books`;
      world.site.shelves.set(
        list,
        numbers.map((number) => shelfBook(number)),
      );
      world.site.pageSize = 200;
      const id = await world.addShelf('paul', { autoRequest: false, list });
      const walk = { id: `walk-${size}`, shelfId: id, provider: 'shelf-fake' };
      let count = 0;
      const stop = world.database.onStatement(() => (count += 1));
      await world.books.see(
        walk,
        numbers.map((number) => shelfBook(number)),
        new Set(),
      );
      await world.books.open(id, 100);
      await world.books.settle(
        id,
        numbers.map((number) => ({ bookId: `id-${number}`, outcome: 'found' as const })),
      );
      await world.books.conclude(walk);
      stop();
      return count;
    }

    expect(await statements(3)).to.equal(await statements(200));
  });
});
