import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { createComingUp } from './coming-up.js';
import { asinOf, AUTHOR, volume } from './follow-books.spec.support.js';
import { createFollowWorld, type FollowWorld } from './follow-world.spec.support.js';
import { createFollowedBooks, type FollowedBooks } from './followed-books.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`books of what somebody follows on ${dialect}`, () => {
    let world: FollowWorld;
    let books: FollowedBooks;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createFollowWorld(dialect);
      books = createFollowedBooks({ database: world.database, comingUp: createComingUp(world) });
      world.shop.books = [
        volume(1, '1', { releaseDate: '2020-01-01' }),
        volume(2, '2', { releaseDate: '2021-01-01' }),
        volume(3, '3', { releaseDate: '2999-01-01' }),
        volume(4, '4', { releaseDate: undefined }),
        volume(5, undefined, { releaseDate: '2020-06-01', series: [] }),
      ];
    });
    afterEach(() => world?.remove());

    const checkAuthor = () => world.check({ kind: 'author', catalogId: AUTHOR, region: 'us' });

    it('are those that are out, the newest first and each once', async () => {
      await world.follow('paul', { mode: 'tell' });
      await world.follow('paul', { mode: 'tell' }, 'author');
      await world.check();
      await checkAuthor();

      expect(await books.newest('paul', 20)).to.deep.equal([2, 5, 1].map(asinOf));
      expect(await books.newest('paul', 2)).to.deep.equal([2, 5].map(asinOf));
      expect(await books.comingUp('paul', 20)).to.deep.equal([asinOf(3)]);
      expect(await books.newest('chani', 20)).to.deep.equal([]);
    });

    it('leave out what the person ignores, and stay when the catalogue does not answer', async () => {
      await world.follow('paul', { mode: 'tell' });
      await world.database.transaction((tx) =>
        tx.insert('ignored_audiobooks', { id: 'i', userId: 'paul', asin: asinOf(2), createdAt: '2026-01-01T00:00:00.000Z' }),
      );
      await world.check();
      world.shop.fault = 'INTEGRATION_RATE_LIMITED';
      await world.check();

      expect(await books.newest('paul', 20)).to.deep.equal([asinOf(1)]);
    });

    it('end with following, and are empty until the first check', async () => {
      const id = await world.follow('paul', { mode: 'tell' });
      const before = await books.newest('paul', 20);
      await world.check();
      await world.service.remove('series', 'paul', id);

      expect(before).to.deep.equal([]);
      expect(await books.newest('paul', 20)).to.deep.equal([]);
    });

    it('are read in the same number of statements, whatever is followed', async () => {
      const count = async (): Promise<number> => {
        let statements = 0;
        const stop = world.database.onStatement(() => (statements += 1));
        await books.newest('paul', 20);
        await books.comingUp('paul', 20);
        stop();
        return statements;
      };
      await world.follow('paul', { mode: 'tell' });
      await world.check();
      const few = await count();
      await world.follow('paul', { mode: 'tell' }, 'author');
      await checkAuthor();

      expect(await count()).to.equal(few);
      expect(few).to.be.at.most(6);
    });
  });
}
