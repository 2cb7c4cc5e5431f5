import { expect } from 'chai';
import { asinOf, volume } from './follow-books.spec.support.js';
import { useFollowWorld, type FollowWorld } from './follow-world.spec.support.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';

const FUTURE = '2999-01-01';
const DAY_MS = 86_400_000;

for (const dialect of SERVICE_DIALECTS) {
  describe(`a check for somebody who only wants to be told on ${dialect}`, () => {
    let world: FollowWorld;

    useFollowWorld(dialect, (made) => {
      world = made;
    });

    it('speaks of a new book once, and requests nothing', async () => {
      world.shop.books = [volume(1, '1')];
      await world.follow('paul', { mode: 'tell' });
      await world.check();
      world.shop.books.push(volume(2, '2', { releaseDate: FUTURE }));

      await world.check();
      await world.check();

      expect(world.told.map(({ userId, name, book, comesOut }) => [userId, name, book.asin, comesOut])).to.deep.equal([
        ['paul', 'Tales', asinOf(2), FUTURE],
      ]);
      expect(await world.requested('paul')).to.deep.equal([]);
    });

    it('speaks of a book that was announced at the beginning when it is out', async () => {
      const soon = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
      world.shop.books = [volume(1, '1'), volume(2, '2', { releaseDate: soon })];
      const id = await world.follow('paul', { mode: 'tell' });
      await world.check();
      await world.check();
      const before = world.told.length;

      world.state.offset = 6 * DAY_MS;
      await world.check();
      await world.check();

      expect(before).to.equal(0);
      expect(world.told.map(({ book, comesOut }) => [book.asin, comesOut])).to.deep.equal([[asinOf(2), undefined]]);
      expect((await world.entry('paul', id)).result?.outcome.code).to.equal('nothing_new');
    });

    it('sends at most twenty messages a check, and the others with the next ones', async () => {
      world.shop.books = [volume(1, '1')];
      await world.follow('paul', { mode: 'tell' });
      await world.check();
      for (let n = 2; n <= 31; n += 1) world.shop.books.push(volume(n, String(n), { releaseDate: n % 2 === 0 ? FUTURE : undefined }));
      const sent: number[] = [];

      for (let n = 0; n < 3; n += 1) {
        await world.check();
        sent.push(world.told.length);
      }

      expect(sent).to.deep.equal([20, 30, 30]);
      expect(new Set(world.told.map(({ book }) => book.asin)).size).to.equal(30);
    });

    it('remembers a bounded number of names of a catalogue that lists other books every day', async () => {
      const id = await world.follow('paul', { mode: 'tell' });
      await world.check();
      const sizes: number[] = [];

      for (let day = 1; day <= 60; day += 1) {
        world.shop.books = Array.from({ length: 20 }, (_, n) => volume(day * 100 + n, String(day * 100 + n), { releaseDate: FUTURE }));
        await world.check();
        sizes.push((await world.entry('paul', id)).memory.known?.length ?? 0);
      }

      expect(world.told).to.have.length(1_200);
      expect(Math.max(...sizes)).to.be.at.most(1_040);
    });

    it('says nothing of what was missing when it began, also of everything', async () => {
      await world.follow('paul', { mode: 'tell', rule: { start: 'everything' } });

      await world.check();
      await world.check();

      expect(world.told).to.deep.equal([]);
    });
  });
}
