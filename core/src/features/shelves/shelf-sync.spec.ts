import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SYNC_BUDGET } from './request-books.js';
import { catalogBook, createShelfWorld, shelfBook, TOKEN, type ShelfWorld } from './shelf-world.spec.support.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`shelf sync on ${dialect}`, function () {
    this.timeout(30_000);
    let world: ShelfWorld;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createShelfWorld(dialect);
    });
    afterEach(() => world?.remove());

    /** Puts these books on the shelf and into the catalogue. */
    function offer(...numbers: number[]): void {
      world.site.shelves.set(
        'wanted',
        numbers.map((number) => shelfBook(number)),
      );
      for (const number of numbers) {
        const book = catalogBook(number);
        world.shop.books.push(book);
        world.state.books.set(book.asin, book);
      }
    }
    const shelf = async (id: string) => {
      const found = await world.store.get(id);
      if (!found) throw new Error('no such shelf');
      return found;
    };

    describe('reading', () => {
      it('walks all pages and asks for what is on them, through the rules of requests', async () => {
        offer(1, 2, 3, 4, 5);
        const id = await world.addShelf();

        const { again, progress } = await world.sync(id);

        expect(again).to.equal(undefined);
        const requests = await world.requestsOf('paul');
        expect(requests.map(({ asin, origin, status }) => [asin, origin, status])).to.deep.equal(
          [1, 2, 3, 4, 5].map((number) => [catalogBook(number).asin, 'shelf', 'pending']),
        );
        expect(new Set(Object.values(await world.outcomes(id)))).to.deep.equal(new Set(['requested']));
        expect((await shelf(id)).result).to.include({ books: 5, fresh: 5, requested: 5, removed: 0 });
        expect(progress.at(-1)).to.include({ done: 5, message: '5 books on the shelf. 5 were requested.' });
        expect(world.told).to.deep.equal([{ name: 'shelf.synced', payload: { shelf: 'List wanted', books: 5, requested: 5 } }]);
        expect(await world.mapping('id-1')).to.include({ state: 'matched', asin: catalogBook(1).asin, method: 'title', score: 1 });
      });

      it('asks once only, however often it runs, also when it was cut off', async () => {
        offer(1, 2);
        const id = await world.addShelf();
        await world.sync(id);
        await world.database.transaction((tx) => tx.run("UPDATE shelf_books SET outcome = 'waiting', request_id = NULL"));

        await world.sync(id);

        expect(await world.requestsOf('paul')).to.have.length(2);
        expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested', 'id-2': 'requested' });
      });

      it('asks for books that come later, and says how many are new', async () => {
        offer(1);
        const id = await world.addShelf();
        await world.sync(id);
        offer(1, 2);

        await world.sync(id);

        expect((await shelf(id)).result).to.include({ books: 2, fresh: 1, requested: 1 });
      });

      it('notices after two complete walks that a book is gone, and cancels nothing', async () => {
        offer(1, 2, 3);
        const id = await world.addShelf();
        await world.sync(id);
        world.site.shelves.set('wanted', [shelfBook(1), shelfBook(3)]);

        await world.sync(id);
        expect((await world.outcomes(id))['id-2']).to.equal('requested');
        await world.sync(id);

        expect((await world.outcomes(id))['id-2']).to.equal('removed');
        expect((await shelf(id)).result).to.include({ removed: 1, books: 2 });
        expect((await world.requestsOf('paul')).map(({ status }) => status)).to.deep.equal(['pending', 'pending', 'pending']);
        world.site.shelves.set('wanted', [shelfBook(1), shelfBook(2), shelfBook(3)]);
        await world.sync(id);
        expect((await world.outcomes(id))['id-2']).to.equal('requested');
      });

      it('takes neither a walk that broke off nor an empty answer for books taken off', async () => {
        offer(1, 2, 3);
        const id = await world.addShelf();
        await world.sync(id);
        for (let round = 0; round < 3; round += 1) {
          world.fail('INTEGRATION_UNAVAILABLE', 'The site is away.', { page: 1 });
          await world.sync(id);
          world.site.fault = undefined;
          world.site.shelves.set('wanted', []);
          await world.sync(id);
          offer(1, 2, 3);
        }

        expect(Object.values(await world.outcomes(id))).to.not.include('removed');
        expect((await shelf(id)).result?.message).to.contain('nothing was taken off');
      });

      it('asks for what it saw before a walk broke off', async () => {
        offer(1, 2, 3);
        const id = await world.addShelf();
        world.fail('INTEGRATION_UNAVAILABLE', 'The site is away.', { page: 1 });

        await world.sync(id);

        expect(await world.requestsOf('paul')).to.have.length(2);
      });

      it('keeps no more of a book than fits, and leaves out what is none', async () => {
        const hostile = [
          shelfBook(1, { title: `A${'b'.repeat(5000)}\u0000\n<script>` }),
          { ...shelfBook(2), bookId: '' },
          { ...shelfBook(3), authors: undefined as never, isbn: 'x', asin: '../../../x', addedAt: 'never' },
          shelfBook(1),
        ];
        world.site.shelves.set('wanted', hostile);
        const id = await world.addShelf();

        await world.sync(id);

        const rows = await world.database.read.all<{ title: string; author: string }>(
          'SELECT title, author FROM shelf_books ORDER BY book_id',
        );
        expect(rows.map(({ title, author }) => [title.length, author])).to.deep.equal([
          [1000, 'Writer 1'],
          [shelfBook(3).title.length, ''],
        ]);
      });
    });

    describe('matching', () => {
      it('never takes the first hit; what has no match or several is listed and looked up again after a week', async () => {
        world.site.shelves.set('wanted', [shelfBook(1), shelfBook(2)]);
        const part = (asin: string, number: string) => catalogBook(2, { asin, series: [{ name: 'Tales', part: number }] });
        world.shop.books.push(part('B0SHELFA02', '1'), part('B0SHELFB02', '2'));
        const id = await world.addShelf();

        await world.sync(id);
        const searches = world.shop.searches;
        await world.sync(id);

        expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'not_matched', 'id-2': 'ambiguous' });
        expect(await world.requestsOf('paul')).to.deep.equal([]);
        expect(world.shop.searches, 'not looked up again').to.equal(searches);
        offer(1, 2);
        world.later(8 * DAY_MS);
        await world.sync(id);
        expect((await world.outcomes(id))['id-1']).to.equal('requested');
      });

      it('does not remember a lookup that failed as no match (known failure 43)', async () => {
        offer(1);
        const id = await world.addShelf();
        for (const trouble of ['isDown', 'isStale'] as const) {
          world.shop[trouble] = true;
          const { again } = await world.sync(id);

          expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'waiting' });
          expect((await world.mapping('id-1'))?.state).to.equal('new');
          expect(again?.againAt.getTime()).to.be.within(world.now().getTime() + 0.9 * HOUR_MS, world.now().getTime() + 1.1 * HOUR_MS);
          expect((await shelf(id)).result?.message).to.contain('The catalogue did not answer');
          world.shop[trouble] = false;
        }
        await world.sync(id);
        expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested' });
      });

      it('looks a book up once for everybody', async () => {
        offer(1);
        const [paul, chani] = [await world.addShelf('paul'), await world.addShelf('chani')];
        await world.sync(paul);
        const searches = world.shop.searches;

        await world.sync(chani);

        expect(world.shop.searches).to.equal(searches);
        expect(await world.outcomes(chani)).to.deep.equal({ 'id-1': 'joined' });
      });

      it('looks again at once when the site says more of a book', async () => {
        world.site.shelves.set('wanted', [shelfBook(1, { title: 'Tales, the first' })]);
        const id = await world.addShelf();
        await world.sync(id);
        offer(1);

        await world.sync(id);

        expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested' });
      });
    });

    describe('asking', () => {
      it('does not ask again for what the user cancelled, whatever shelf it stands on (known failure 43)', async () => {
        offer(1);
        const id = await world.addShelf();
        await world.sync(id);
        const [request] = await world.requestsOf('paul');
        await world.database.transaction((tx) =>
          tx.run("UPDATE requests SET status = 'cancelled', status_group = 'closed' WHERE id = ?", [request?.id]),
        );

        await world.sync(id);
        await world.service.remove('paul', id, world.actor);
        const second = await world.addShelf();
        await world.sync(second);

        expect(await world.requestsOf('paul')).to.have.length(1);
        expect(await world.outcomes(second)).to.deep.equal({ 'id-1': 'requested' });
      });

      it('knows what is there, what is ignored and what was asked for by hand, by any edition', async () => {
        offer(1, 2, 3);
        world.state.siblings.set(catalogBook(1).asin, ['B0SIBLING1']);
        world.state.siblings.set(catalogBook(3).asin, ['B0SIBLING3']);
        world.state.owned.add('B0SIBLING1');
        await world.addUser('paul');
        await world.database.transaction((tx) =>
          tx.insert('ignored_audiobooks', { id: 'i', userId: 'paul', asin: catalogBook(2).asin, createdAt: world.now().toISOString() }),
        );
        await world.addRequest({ asin: 'B0SIBLING3', status: 'denied' });
        const id = await world.addShelf();

        await world.sync(id);

        expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'available', 'id-2': 'ignored', 'id-3': 'asked_before' });
        expect(await world.requestsOf('paul')).to.have.length(1);
        await world.database.transaction((tx) => tx.run('DELETE FROM ignored_audiobooks'));
        await world.sync(id);
        expect((await world.outcomes(id))['id-2']).to.equal('requested');
      });

      it('asks for a number of books a sync, newest first, and goes on in an hour', async () => {
        const count = SYNC_BUDGET.requests + 3;
        offer(...Array.from({ length: count }, (_, index) => index + 1));
        world.site.pageSize = 10;
        const id = await world.addShelf();

        const { again } = await world.sync(id);

        const asked = (await world.requestsOf('paul')).map(({ asin }) => asin);
        expect(asked).to.deep.equal(Array.from({ length: SYNC_BUDGET.requests }, (_, index) => catalogBook(index + 1).asin));
        expect((await shelf(id)).result?.message).to.contain('More follow in an hour.');
        expect(again).to.have.property('againAt');
        await world.sync(id);
        expect(await world.requestsOf('paul')).to.have.length(count);
      });

      it('looks up a number of books a sync', async () => {
        const numbers = Array.from({ length: SYNC_BUDGET.lookups + 5 }, (_, index) => index + 1);
        world.site.shelves.set(
          'wanted',
          numbers.map((number) => shelfBook(number)),
        );
        world.site.pageSize = 100;
        const id = await world.addShelf();

        await world.sync(id);

        const outcomes = Object.values(await world.outcomes(id));
        expect(outcomes.filter((outcome) => outcome === 'not_matched')).to.have.length(SYNC_BUDGET.lookups);
        expect(outcomes.filter((outcome) => outcome === 'waiting')).to.have.length(5);
      });

      it('stops at the quota, says so, and goes on when there is room', async () => {
        offer(1, 2, 3);
        await world.addUser('paul', { quotaLimit: 2, quotaDays: 7 });
        const id = await world.addShelf();

        const { again } = await world.sync(id);

        expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested', 'id-2': 'requested', 'id-3': 'waiting' });
        expect((await shelf(id)).result?.message)
          .to.contain('You may ask for 2 books in 7 days')
          .and.contain('The others wait.');
        expect(again, 'its next turn comes by itself').to.equal(undefined);
        world.later(8 * DAY_MS);
        await world.sync(id);
        expect((await world.outcomes(id))['id-3']).to.equal('requested');
      });

      it('only says what it found where it is not to ask', async () => {
        offer(1);
        const id = await world.addShelf('paul', { autoRequest: false });
        await world.sync(id);
        expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'found' });

        await world.service.update('paul', id, { autoRequest: true }, world.actor);
        await world.sync(id);

        expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested' });
      });

      it('leaves out what plugins leave out, and asks a refused one again after a week only', async () => {
        offer(1, 2);
        world.state.transform['shelf.importing'] = ({ shelf: name, books }: { shelf: string; books: readonly { bookId: string }[] }) => ({
          shelf: name,
          books: books.filter(({ bookId }) => bookId !== 'id-1'),
        });
        let asked = 0;
        world.state.veto['request.submitting'] = () => {
          asked += 1;
          return { refuse: 'Not this one.' };
        };
        const id = await world.addShelf();

        await world.sync(id);
        await world.sync(id);

        expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'left_out', 'id-2': 'refused' });
        expect(asked).to.equal(1);
        world.state.transform = {};
        world.state.veto = {};
        world.later(8 * DAY_MS);
        await world.sync(id);
        expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested', 'id-2': 'requested' });
      });
    });

    describe('faults', () => {
      it('retries what may pass, with growing pauses and as long as the site asks for, then waits for its turn', async () => {
        offer(1);
        const id = await world.addShelf();
        const waits: (number | undefined)[] = [];
        for (const retryAfterMs of [undefined, 40 * 60_000, undefined, undefined]) {
          world.fail('INTEGRATION_RATE_LIMITED', 'Too often.', { retryAfterMs });
          const { again } = await world.sync(id);
          waits.push(again ? Math.round((again.againAt.getTime() - world.now().getTime()) / 60_000) : undefined);
        }

        expect(waits).to.deep.equal([5, 40, 60, undefined]);
        expect(await shelf(id)).to.deep.include({ paused: false, failures: 4 });
        expect((await shelf(id)).error).to.include({ code: 'INTEGRATION_RATE_LIMITED', message: 'Too often.' });
        world.site.fault = undefined;
        await world.sync(id);
        expect(await shelf(id))
          .to.include({ failures: 0 })
          .and.not.have.property('error');
      });

      it('rests when only its owner can help, until something is changed', async () => {
        offer(1);
        const id = await world.addShelf();
        world.fail('INTEGRATION_UNAUTHORIZED', `The token ${TOKEN} has expired.`, { field: 'token' });

        const { again } = await world.sync(id);

        expect(again).to.equal(undefined);
        expect(await shelf(id)).to.include({ paused: true });
        expect((await shelf(id)).error).to.include({
          code: 'INTEGRATION_UNAUTHORIZED',
          field: 'token',
          message: 'The token [redacted] has expired.',
        });
        expect(await world.store.due(world.database.read)).to.deep.equal([]);
        await world.service.sync('paul', id);
        expect(await world.store.due(world.database.read)).to.deep.equal([id]);
      });

      it('keeps one user’s trouble from the shelves of others, and skips users who may not sign in', async () => {
        offer(1);
        const [paul, chani] = [await world.addShelf('paul'), await world.addShelf('chani')];
        world.people.set('paul', false);

        await world.sync(paul);
        await world.sync(chani);

        expect(await world.requestsOf('paul')).to.deep.equal([]);
        expect(await world.requestsOf('chani')).to.have.length(1);
        await world.database.transaction((tx) => tx.run("UPDATE users SET state = 'disabled' WHERE id = 'paul'"));
        expect(await world.store.due(world.database.read)).to.deep.equal([chani]);
      });

      it('stops when it is cancelled, takes nothing off, and leaves no plugin running', async () => {
        offer(1, 2, 3, 4);
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
        expect((await shelf(id)).error).to.equal(undefined);
      });
    });

    it('takes a fixed number of statements a page', async () => {
      async function statements(size: number): Promise<number> {
        const numbers = Array.from({ length: size }, (_, index) => index + 1);
        world.site.shelves.set(
          'wanted',
          numbers.map((number) => shelfBook(number)),
        );
        world.site.pageSize = 200;
        const id = await world.addShelf('paul', { autoRequest: false });
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

    it('forgets the shelves of users who were deleted, tokens included', async () => {
      offer(1);
      const [gone, kept] = [await world.addShelf('paul'), await world.addShelf('chani')];
      await world.sync(gone);
      await world.database.transaction((tx) => tx.run("UPDATE users SET deleted_at = ? WHERE id = 'paul'", [world.now().toISOString()]));

      await world.run('shelf.sync-all', {}, { definitions: world.definitions });

      const { read } = world.database;
      expect((await read.all<{ id: string }>('SELECT id FROM shelves')).map(({ id }) => id)).to.deep.equal([kept]);
      expect(await read.all('SELECT book_id FROM shelf_books WHERE shelf_id = ?', [gone])).to.deep.equal([]);
      expect(await world.requestsOf('paul')).to.have.length(1);
    });

    it('has every shelf that is due read, one after the other', async () => {
      offer(1);
      const ids = [await world.addShelf('paul'), await world.addShelf('chani'), await world.addShelf('stilgar')];
      await world.database.transaction((tx) => tx.run("DELETE FROM jobs WHERE name = 'shelf.sync'"));

      await world.run('shelf.sync-all', {}, { definitions: world.definitions });

      const queued = await world.queued('shelf.sync');
      expect(queued.map(({ payload }) => payload['shelfId']).sort()).to.deep.equal([...ids].sort());
      const times = queued.map(({ runAt }) => Date.parse(runAt)).sort();
      expect((times[2] ?? 0) - (times[0] ?? 0)).to.be.within(39_000, 41_000);
    });
  });
}
