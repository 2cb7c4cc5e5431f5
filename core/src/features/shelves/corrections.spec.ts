import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { createAuditService } from '../audit/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { correctionRoutes } from './correction-routes.js';
import { createCorrectionService } from './correction-service.js';
import { shelves } from './feature.js';
import { catalogBook, createShelfWorld, PLUGIN, type ShelfWorld } from './shelf-world.spec.support.js';

const ONE = 'B0SHELF001';
const RIGHT = 'B0RIGHT001';
const ADMINS = 'B0ADMINS01';
const FOR_ALL = '/api/admin/book-mappings';

interface Mapping {
  readonly found: { readonly state: string; readonly method?: string; readonly book: { readonly asin: string } | null };
  readonly says: { readonly title: string };
  readonly yours: { readonly asin: string | null } | null;
  readonly everyone: { readonly asin: string | null } | null;
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`corrections of shelves’ mappings on ${dialect}`, () => {
    let world: ShelfWorld;
    let http: TestHttp;
    let paul: TestClient;
    let chani: TestClient;
    let admin: TestClient;
    let [shelf, other] = ['', ''];

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createShelfWorld(dialect);
      const { database, service, jobs, now, shop, changes } = world;
      const corrections = createCorrectionService({
        database,
        jobs,
        now,
        timeScale: 1,
        audit: createAuditService({ database, now }),
        catalog: {
          book: async (asin) => shop.books.find((book) => book.asin === asin),
          cached: async (asins) => new Map(shop.books.filter(({ asin }) => asins.includes(asin)).map((book) => [book.asin, book])),
        },
        onChange: ({ id }) => changes.push(id),
      });
      http = await startTestHttp({ database, owning: [shelves], routes: correctionRoutes({ shelves: service, corrections }) });
      const rows = [await http.createUser('paul'), await http.createUser('chani')];
      [paul, chani, admin] = [await http.as('paul'), await http.as('chani'), await http.as('admin')];
      world.offer(1);
      for (const asin of [RIGHT, ADMINS]) {
        const book = catalogBook(7, { asin, title: `The book ${asin}` });
        world.shop.books.push(book);
        world.state.books.set(asin, book);
      }
      [shelf, other] = [await world.addShelf(rows[0]?.id), await world.addShelf(rows[1]?.id)];
      await world.sync(shelf);
      await world.sync(other);
      changes.length = 0;
    });
    afterEach(async () => {
      await http?.stop();
      await world?.remove();
    });

    const path = (id = shelf) => `/api/user/shelves/${id}/mapping`;
    const see = async (client = paul, id = shelf) => (await client.get<{ mapping: Mapping }>(`${path(id)}?bookId=id-1`)).body.mapping;
    const correct = async (asin: string | null, client = paul, id = shelf) => (await client.put(path(id), { bookId: 'id-1', asin })).status;
    const correctAll = async (asin: string | null) => (await admin.put(FOR_ALL, { provider: PLUGIN, bookId: 'id-1', asin })).status;
    const takeBackAll = async () => (await admin.delete(`${FOR_ALL}?provider=${PLUGIN}&bookId=id-1`)).status;
    const asked = async (id: string) => {
      const { userId } = await world.shelf(id);
      return (await world.requestsOf(userId)).map(({ asin }) => asin);
    };

    it('show what the site says, what was found and how', async () => {
      expect(await see()).to.deep.include({ yours: null, everyone: null });
      expect((await see()).found).to.deep.include({ state: 'matched', method: 'title' });
      expect((await see()).found.book?.asin).to.equal(ONE);
      expect((await see()).says.title).to.equal('Volume 1 of Tales');
    });

    it('hold for the person alone; the shelf asks for the right book and the request for the wrong one stays', async () => {
      expect(await asked(shelf)).to.deep.equal([ONE]);

      expect(await correct(RIGHT)).to.equal(204);
      expect(await world.outcomes(shelf)).to.deep.equal({ 'id-1': 'waiting' });
      expect(await world.queued('shelf.sync')).to.have.length.at.least(1);
      expect(world.changes).to.deep.equal([shelf]);
      await world.sync(shelf);
      await world.sync(other);

      expect(await asked(shelf)).to.deep.equal([RIGHT, ONE].sort());
      expect(await world.outcomes(shelf)).to.deep.equal({ 'id-1': 'requested' });
      expect(await world.outcomes(other)).to.deep.equal({ 'id-1': 'joined' });
      expect(await see()).to.deep.include({ everyone: null });
      expect((await see()).yours?.asin).to.equal(RIGHT);
      expect((await see()).found.book?.asin, 'the evidence stays').to.equal(ONE);
    });

    it('are taken back, and what was found counts again', async () => {
      await correct(RIGHT);
      await world.sync(shelf);
      const searches = world.shop.searches;

      expect((await paul.delete(`${path()}?bookId=id-1`)).status).to.equal(204);
      await world.sync(shelf);

      expect(await see()).to.deep.include({ yours: null });
      expect(world.shop.searches, 'nothing is looked up anew').to.equal(searches);
      expect(await world.outcomes(shelf)).to.deep.equal({ 'id-1': 'requested' });
      expect(await asked(shelf)).to.deep.equal([RIGHT, ONE].sort());
      expect((await paul.delete(`${path()}?bookId=id-1`)).status).to.equal(404);
    });

    it('may say that the catalogue does not have the book, which is then neither looked up nor requested', async () => {
      await correct(null, chani, other);
      const searches = world.shop.searches;
      world.later(30 * 86_400_000);
      await world.sync(other);

      expect(await world.outcomes(other)).to.deep.equal({ 'id-1': 'not_matched' });
      expect(world.shop.searches).to.equal(searches);
    });

    it('of an admin hold for everyone but those who have their own', async () => {
      await correct(RIGHT);
      await world.sync(shelf);
      world.changes.length = 0;

      expect(await correctAll(ADMINS)).to.equal(204);
      expect(world.changes).to.deep.equal([other]);
      await world.sync(shelf);
      await world.sync(other);
      expect(await asked(other)).to.include(ADMINS);
      expect(await asked(shelf)).not.to.include(ADMINS);
      expect((await see(chani, other)).everyone?.asin).to.equal(ADMINS);

      expect(await takeBackAll()).to.equal(204);
      expect((await see(chani, other)).everyone).to.equal(null);
      expect(await takeBackAll()).to.equal(404);
    });

    it('are neither seen nor made on the shelf of somebody else, nor for everyone by who is no admin', async () => {
      for (const client of [chani, admin]) {
        expect((await client.get(`${path()}?bookId=id-1`)).status).to.equal(404);
        expect(await correct(RIGHT, client)).to.equal(404);
        expect((await client.delete(`${path()}?bookId=id-1`)).status).to.equal(404);
      }
      expect((await paul.put(FOR_ALL, { provider: PLUGIN, bookId: 'id-1', asin: RIGHT })).status).to.equal(403);
      expect((await paul.delete(`${FOR_ALL}?provider=${PLUGIN}&bookId=id-1`)).status).to.equal(403);
    });

    it('name a book of the shelf and a book of the catalogue', async () => {
      expect(await correct('B0NOWHERE1')).to.equal(404);
      expect(await correct("' OR 1=1")).to.equal(400);
      expect((await paul.put(path(), { bookId: 'id-999', asin: RIGHT })).status).to.equal(404);
      expect((await paul.put(path(), { bookId: '漢'.repeat(101), asin: RIGHT })).status).to.equal(400);
      expect((await admin.put(FOR_ALL, { provider: 'nobody', bookId: 'id-1', asin: RIGHT })).status).to.equal(404);
      expect(await world.outcomes(shelf)).to.deep.equal({ 'id-1': 'requested' });
    });

    it('stand in the history', async () => {
      await correct(RIGHT);
      await paul.delete(`${path()}?bookId=id-1`);
      await correctAll(null);
      await takeBackAll();

      const rows = await world.database.read.all<{ action: string }>(
        "SELECT action FROM audit_log WHERE target_type IN ('shelf', 'book_mapping') ORDER BY id",
      );
      expect(rows.map(({ action }) => action)).to.deep.equal([
        'shelf.book_corrected',
        'shelf.correction_taken_back',
        'book_mapping.corrected',
        'book_mapping.restored',
      ]);
    });
  });
}
