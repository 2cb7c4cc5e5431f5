import { expect } from 'chai';
import { inEnglish } from '../../platform/words/index.js';
import { SYNC_BUDGET } from './request-books.js';
import { describeShelves } from './shelf-databases.spec.support.js';
import { catalogBook, shelfBook, type ShelfWorld } from './shelf-world.spec.support.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describeShelves('shelf sync: asking', (made) => {
  let world: ShelfWorld;

  beforeEach(() => {
    ({ world } = made);
  });

  it('does not request again what the user cancelled, whatever shelf it is on', async () => {
    world.offer(1);
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

  it('recognizes books that are available, ignored or requested by hand, by any edition', async () => {
    world.offer(1, 2, 3);
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

  it('requests a limited number of books in an hour, newest first, however often it is synced, and then continues', async () => {
    const count = SYNC_BUDGET.requests + 3;
    world.offer(...Array.from({ length: count }, (_, index) => index + 1));
    world.site.pageSize = 10;
    const id = await world.addShelf();

    const { again } = await world.sync(id);
    const { again: andAgain } = await world.sync(id);

    const asked = (await world.requestsOf('paul')).map(({ asin }) => asin);
    expect(asked).to.deep.equal(Array.from({ length: SYNC_BUDGET.requests }, (_, index) => catalogBook(index + 1).asin));
    expect(inEnglish((await world.shelf(id)).result?.message ?? '')).to.contain('More will follow in an hour.');
    for (const planned of [again, andAgain]) expect(planned).to.have.property('againAt');
    world.later(HOUR_MS);
    await world.sync(id);
    expect(await world.requestsOf('paul')).to.have.length(count);
  });

  it('requests no more in an hour for a person with several shelves that are synced at once', async () => {
    const list = (first: number) => Array.from({ length: SYNC_BUDGET.requests }, (_, index) => first + index);
    world.offer(...list(1), ...list(101));
    const books = world.site.shelves.get('wanted') ?? [];
    world.site.shelves.set('wanted', books.slice(0, SYNC_BUDGET.requests)).set('other', books.slice(SYNC_BUDGET.requests));
    const [one, other] = [await world.addShelf(), await world.addShelf('paul', { list: 'other' })];
    const ofAnother = await world.addShelf('chani', { list: 'other' });

    await Promise.all([one, other].map((id) => world.sync(id)));
    await world.sync(ofAnother);

    expect(await world.requestsOf('paul')).to.have.length(SYNC_BUDGET.requests);
    expect(
      Object.values({ ...(await world.outcomes(one)), ...(await world.outcomes(other)) }).filter((o) => o === 'waiting'),
    ).to.have.length(SYNC_BUDGET.requests);
    expect(Object.values(await world.outcomes(ofAnother))).to.not.include('waiting');
  });

  it('looks up a limited number of books per sync', async () => {
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

  it('stops at the quota, says so, and continues when there is room', async () => {
    world.offer(1, 2, 3);
    await world.addUser('paul', { quotaLimit: 2, quotaDays: 7 });
    const id = await world.addShelf();

    const { again } = await world.sync(id);

    expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested', 'id-2': 'requested', 'id-3': 'waiting' });
    expect(inEnglish((await world.shelf(id)).result?.message ?? ''))
      .to.contain('You may request 2 books in 7 days')
      .and.contain('The others wait.');
    expect(again, 'its next turn comes by itself').to.equal(undefined);
    world.later(8 * DAY_MS);
    await world.sync(id);
    expect((await world.outcomes(id))['id-3']).to.equal('requested');
  });

  it('only reports what it found if it may not request', async () => {
    world.offer(1);
    const id = await world.addShelf('paul', { autoRequest: false });
    await world.sync(id);
    expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'found' });

    await world.service.update('paul', id, { autoRequest: true }, world.actor);
    await world.sync(id);

    expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested' });
  });

  it('leaves out what plugins leave out, and requests a refused one again only after a week', async () => {
    world.offer(1, 2);
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
