import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createAnnotate } from '../catalog/index.js';
import { createComingUp } from './coming-up.js';
import { comingUpRoutes } from './coming-up-routes.js';
import { asinOf, AUTHOR, SERIES, volume } from './follow-books.spec.support.js';
import { createFollowWorld, type FollowWorld } from './follow-world.spec.support.js';

interface Coming {
  readonly items: readonly {
    readonly releaseDate: string;
    readonly book: { readonly asin: string; readonly availability: string };
    readonly from: readonly { readonly name: string }[];
    readonly requested: boolean;
    readonly subscribed: boolean;
  }[];
  readonly total: number;
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`what is coming up on ${dialect}`, () => {
    let world: FollowWorld;
    let http: TestHttp;
    let paul: TestClient;
    let paulId: string;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createFollowWorld(dialect);
      const { database, catalog } = world;
      const annotate = createAnnotate({ database, ownedItemsOf: async () => new Map(), savableOf: async () => new Set() });
      http = await startTestHttp({ database, routes: comingUpRoutes({ comingUp: createComingUp(world), catalog, annotate }) });
      paul = await http.as('paul');
      paulId = (await http.people.users.findByUsername('paul'))?.id ?? '';
      world.shop.books = [
        volume(1, '1'),
        volume(3, '3', { releaseDate: '2999-03-01' }),
        volume(2, '2', { releaseDate: '2999-02-01' }),
        volume(4, '4', { releaseDate: '2999-04-01' }),
      ];
    });
    afterEach(async () => {
      await http?.stop();
      await world?.remove();
    });

    const coming = async (client = paul, query = '') => (await client.get<Coming>(`/api/user/coming-up${query}`)).body;
    const asins = ({ items }: Coming) => items.map(({ book }) => book.asin);

    it('is what is listed and not out, once each, the next first, with where it was seen', async () => {
      await world.follow(paulId, { mode: 'tell' });
      await world.follow(paulId, { mode: 'tell' }, 'author');
      await world.check();
      await world.check({ kind: 'author', catalogId: AUTHOR, region: 'us' });

      const all = await coming();

      expect(asins(all)).to.deep.equal([2, 3, 4].map(asinOf));
      expect(all.items[0]?.from.map(({ name }) => name)).to.deep.equal(['Tales', 'Ada Writer']);
      expect(asins(await coming(paul, '?limit=2&page=2'))).to.deep.equal([asinOf(4)]);
    });

    it('is walked to its end, each book once, though all come out on one day', async () => {
      world.shop.books = Array.from({ length: 30 }, (_, n) => volume(n + 1, String(n + 1), { releaseDate: '2999-02-01' }));
      await world.follow(paulId, { mode: 'tell' });
      await world.check();
      const pages = [];
      for (let page = 1; page <= 4; page += 1) pages.push(await coming(paul, `?limit=8&page=${page}`));

      expect(pages.map(({ items }) => items.length)).to.deep.equal([8, 8, 8, 6]);
      expect(new Set(pages.flatMap(asins)).size).to.equal(30);
      expect(pages.map(({ total }) => total)).to.deep.equal([30, 30, 30, 30]);
    });

    it('holds what was requested for it, with the state of the request', async () => {
      await world.follow(paulId, { shown: [asinOf(2), asinOf(3), asinOf(4)] });

      await world.check();

      const { items, total } = await coming();
      expect(total).to.equal(3);
      expect(items.map(({ book }) => book.availability)).to.deep.equal(['requested', 'requested', 'requested']);
      expect(items.map(({ requested }) => requested)).to.deep.equal([true, true, true]);
    });

    it('holds what was joined for it, with whose request it is', async () => {
      const chani = await http.as('chani');
      const chaniId = (await http.people.users.findByUsername('chani'))?.id ?? '';
      await world.follow(paulId, { shown: [asinOf(2)] });
      await world.check();
      await world.follow(chaniId, { shown: [asinOf(2)] });

      await world.check();

      const { items } = await coming(chani);
      const held = items.find(({ book }) => book.asin === asinOf(2));
      expect([held?.requested, held?.subscribed]).to.deep.equal([false, true]);
      expect(asins(await coming(chani))).to.deep.equal([2, 3, 4].map(asinOf));
    });

    it('keeps a book of more than one slice, however late it was seen', async () => {
      const many = Array.from({ length: 2_100 }, (_, n) => `B1${String(n).padStart(8, '0')}`);
      await world.follow(paulId, { mode: 'tell' });
      await world.check();
      await world.database.transaction(async (tx) => {
        await tx.run('UPDATE watched_series SET awaited = ?', [JSON.stringify([...many, asinOf(2)])]);
      });

      expect(asins(await coming())).to.deep.equal([asinOf(2)]);
    });

    it('is nobody else’s, and empty for who follows nothing', async () => {
      await world.follow(paulId, { mode: 'tell' });
      await world.check();

      expect(await coming(await http.as('chani'))).to.deep.include({ items: [], total: 0 });
    });

    it('loses a book on the day it comes out', async () => {
      await world.follow(paulId, { mode: 'tell' });
      await world.check();
      world.state.books.set(asinOf(2), volume(2, '2', { releaseDate: new Date().toISOString().slice(0, 10) }));

      expect(asins(await coming())).to.deep.equal([3, 4].map(asinOf));
    });

    it('is read in the same number of statements, whatever is followed', async () => {
      const count = async (): Promise<number> => {
        let statements = 0;
        const stop = world.database.onStatement(() => (statements += 1));
        await createComingUp(world)(paulId);
        stop();
        return statements;
      };
      await world.follow(paulId, { mode: 'tell' });
      await world.check({ kind: 'series', catalogId: SERIES, region: 'us' });
      const one = await count();
      await world.follow(paulId, { mode: 'tell' }, 'author');
      await world.check({ kind: 'author', catalogId: AUTHOR, region: 'us' });

      expect(await count()).to.equal(one);
    });
  });
}
