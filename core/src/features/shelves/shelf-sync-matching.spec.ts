import { expect } from 'chai';
import { inEnglish } from '../../platform/words/index.js';
import { describeShelves } from './shelf-databases.spec.support.js';
import { catalogBook, shelfBook, type ShelfWorld } from './shelf-world.spec.support.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;

describeShelves('shelf sync: matching', (made) => {
  let world: ShelfWorld;

  beforeEach(() => {
    ({ world } = made);
  });

  it('never takes the first hit; books with no match or several are listed and looked up again after a week', async () => {
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
    world.offer(1, 2);
    world.later(8 * DAY_MS);
    await world.sync(id);
    expect((await world.outcomes(id))['id-1']).to.equal('requested');
  });

  it('does not record a failed lookup as no match', async () => {
    world.offer(1);
    const id = await world.addShelf();
    for (const trouble of ['isDown', 'isStale'] as const) {
      world.shop[trouble] = true;
      const { again } = await world.sync(id);

      expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'waiting' });
      expect((await world.mapping('id-1'))?.state).to.equal('new');
      expect(again?.againAt.getTime()).to.be.within(world.now().getTime() + 0.9 * HOUR_MS, world.now().getTime() + 1.1 * HOUR_MS);
      expect(inEnglish((await world.shelf(id)).result?.message ?? '')).to.contain('The catalogue did not answer');
      world.shop[trouble] = false;
    }
    await world.sync(id);
    expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested' });
  });

  it('looks a book up once for everybody', async () => {
    world.offer(1);
    const [paul, chani] = [await world.addShelf('paul'), await world.addShelf('chani')];
    await world.sync(paul);
    const searches = world.shop.searches;

    await world.sync(chani);

    expect(world.shop.searches).to.equal(searches);
    expect(await world.outcomes(chani)).to.deep.equal({ 'id-1': 'joined' });
  });

  it('looks again at once when the site states more about a book', async () => {
    world.site.shelves.set('wanted', [shelfBook(1, { title: 'Tales, the first' })]);
    const id = await world.addShelf();
    await world.sync(id);
    world.offer(1);

    await world.sync(id);

    expect(await world.outcomes(id)).to.deep.equal({ 'id-1': 'requested' });
  });
});
