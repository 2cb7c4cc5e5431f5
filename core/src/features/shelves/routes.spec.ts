import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { shelves } from './feature.js';
import { shelfRoutes } from './routes.js';
import type { Shelf } from './shelf-schemas.js';
import { catalogBook, createShelfWorld, PLUGIN, shelfBook, TOKEN, type ShelfWorld } from './shelf-world.spec.support.js';

const BASE = '/api/user/shelves';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`shelf routes on ${dialect}`, () => {
    let world: ShelfWorld;
    const ignored = new Set<string>();
    const ignoreList = { which: async (_: string, asins: readonly string[]) => new Set(asins.filter((asin) => ignored.has(asin))) };
    const pictured = catalogBook(1, { coverUrl: 'https://pictures.example/1.jpg' });
    const catalog = { cached: async () => new Map([[pictured.asin, pictured]]) };
    let http: TestHttp;
    let paul: TestClient;
    let chani: TestClient;
    let admin: TestClient;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createShelfWorld(dialect);
      const { database, service, store, host, redact } = world;
      const routes = shelfRoutes({ database, shelves: service, store, host, catalog, ignoreList, redact });
      http = await startTestHttp({ database, owning: [shelves], routes });
      [paul, chani, admin] = [await http.as('paul'), await http.as('chani'), await http.as('admin')];
    });
    afterEach(async () => {
      await http?.stop();
      await world?.remove();
    });

    const settings = { token: TOKEN, list: 'wanted' };
    const add = async (client = paul) => (await client.post<{ shelf: Shelf }>(BASE, { pluginId: PLUGIN, settings })).body.shelf;
    /** Adds shelves of different lists. */
    async function addSeveral(count: number): Promise<void> {
      for (let number = 0; number < count; number += 1) {
        const list = `list ${number}`;
        world.site.shelves.set(list, []);
        expect((await paul.post(BASE, { pluginId: PLUGIN, settings: { ...settings, list } })).status).to.equal(201);
      }
    }

    it('offers sites with the form of their settings, and no other plugins', async () => {
      const { body } = await paul.get<{ items: { pluginId: string; settingsSchema: { properties: object } }[] }>(`${BASE}/providers`);

      expect(body.items.map(({ pluginId }) => pluginId)).to.deep.equal([PLUGIN]);
      expect(body.items[0]?.settingsSchema.properties).to.have.keys('token', 'list');
    });

    it('adds a readable shelf, syncs it, and shows no secret', async () => {
      const { status, body } = await paul.post<{ shelf: Shelf }>(BASE, { pluginId: PLUGIN, settings });

      expect(status).to.equal(201);
      expect(body.shelf).to.deep.include({
        name: 'List wanted',
        siteName: 'Fake shelves',
        settings: { list: 'wanted' },
        secretsSet: ['token'],
      });
      expect(body.shelf.sync.state).to.equal('queued');
      expect(await world.queued('shelf.sync')).to.have.length(1);
      const answers = [await paul.get(BASE), await paul.get(`${BASE}/${body.shelf.id}`)];
      expect(JSON.stringify([body, answers.map((answer) => answer.body)])).to.not.contain(TOKEN);
      const stored = JSON.stringify([
        await world.database.read.all('SELECT * FROM shelves'),
        await world.database.read.all('SELECT * FROM jobs'),
      ]);
      expect(stored).to.not.contain(TOKEN);
    });

    it('adds none that cannot be read, and names the wrong field', async () => {
      const refused = await paul.post(BASE, { pluginId: PLUGIN, settings: { token: 'wrong', list: 'wanted' } });
      const gone = await paul.post(BASE, { pluginId: PLUGIN, settings: { token: TOKEN, list: 'gone' } });
      const invalid = await paul.post(BASE, { pluginId: PLUGIN, settings: { list: 'wanted' } });
      const foreign = await paul.post(BASE, { pluginId: 'client-fake', settings: {} });

      expect(refused).to.deep.include({ status: 502 });
      expect(refused.body).to.include({ code: 'integration_failed', field: 'token' });
      expect(gone.body).to.include({ field: 'list' });
      expect(invalid.body).to.include({ code: 'settings_invalid' });
      expect([foreign.status, foreign.body['code']]).to.deep.equal([404, 'unknown_plugin']);
      expect(await world.database.read.all('SELECT id FROM shelves')).to.deep.equal([]);
      expect([...world.site.running]).to.deep.equal([]);
    });

    it('tests values on screen, only with the saved secret of the person’s own shelf', async () => {
      const mine = await add();
      const draft = { pluginId: PLUGIN, shelfId: mine.id, settings: { list: 'wanted' } };

      expect((await paul.post(`${BASE}/check`, draft)).body).to.include({ ok: true });
      expect((await paul.post<{ choices: object[] }>(`${BASE}/choices`, { ...draft, name: 'lists' })).body.choices).to.deep.equal([
        { value: 'wanted', title: 'Yours' },
      ]);
      for (const stranger of [chani, admin]) {
        expect((await stranger.post(`${BASE}/check`, draft)).status).to.equal(404);
        expect((await stranger.post(`${BASE}/choices`, { ...draft, name: 'lists' })).status).to.equal(404);
      }
      expect((await paul.post(`${BASE}/check`, { ...draft, settings: { token: 'wrong' } })).body).to.have.nested.property(
        'error.field',
        'token',
      );
      world.fail('INTEGRATION_UNAVAILABLE', 'tower.lan:8080: connection refused; see http://10.0.0.5/log.');
      expect((await paul.post(`${BASE}/check`, draft)).body).to.have.nested.property('error.message', '…: connection refused; see …');
      expect((await admin.post(`${BASE}/check`, { pluginId: PLUGIN, settings: { token: TOKEN } })).body).to.have.nested.property(
        'error.message',
        'tower.lan:8080: connection refused; see http://10.0.0.5/log.',
      );
      expect((await paul.post(`${BASE}/check`, { pluginId: 'client-fake', settings: {} })).status).to.equal(404);
    });

    it('hides a shelf from everybody else, admins included', async () => {
      const { id } = await add();
      for (const stranger of [chani, admin]) {
        expect((await stranger.get<{ items: object[] }>(BASE)).body.items).to.deep.equal([]);
        const answers = await Promise.all([
          ...[stranger.get(`${BASE}/${id}`), stranger.get(`${BASE}/${id}/books`), stranger.patch(`${BASE}/${id}`, { autoRequest: false })],
          ...[stranger.post(`${BASE}/${id}/sync`), stranger.delete(`${BASE}/${id}/sync`), stranger.delete(`${BASE}/${id}`)],
        ]);
        expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404, 404]);
      }
      const [shelf] = (await paul.get<{ items: Shelf[] }>(BASE)).body.items;
      expect(shelf).to.include({ id, autoRequest: true });
    });

    it('lists books by outcome, and counts them', async () => {
      world.site.shelves.set('wanted', [shelfBook(1), shelfBook(2), shelfBook(3)]);
      for (const number of [1, 2]) {
        world.shop.books.push(catalogBook(number));
        world.state.books.set(catalogBook(number).asin, catalogBook(number));
      }
      const { id } = await add();
      const [row] = await world.database.read.all<{ userId: string }>('SELECT user_id FROM shelves');
      expect(row?.userId).to.be.a('string');
      await world.sync(id);

      const [shelf] = (await paul.get<{ items: Shelf[] }>(BASE)).body.items;
      const all = (await paul.get<{ items: Record<string, unknown>[]; total: number }>(`${BASE}/${id}/books?limit=2`)).body;
      const lost = (await paul.get<{ items: Record<string, unknown>[]; total: number }>(`${BASE}/${id}/books?outcome=not_matched`)).body;

      expect(shelf?.counts).to.deep.equal({ requested: 2, not_matched: 1 });
      expect(shelf?.lastResult).to.include({ books: 3, fresh: 3, requested: 2 });
      expect(all).to.include({ total: 3 });
      expect(all.items).to.have.length(2);
      expect(all.items[0]).to.deep.include({
        title: 'Volume 1 of Tales',
        author: 'Writer 1',
        outcome: 'requested',
        asin: catalogBook(1).asin,
        coverUrl: `/api/covers/${catalogBook(1).asin}`,
        isNew: true,
      });
      expect(all.items[0]).to.have.nested.property('request.status', 'pending');
      expect(lost.items.map(({ title, coverUrl }) => [title, coverUrl])).to.deep.equal([['Volume 3 of Tales', null]]);

      ignored.add(catalogBook(2).asin);
      const marked = (await paul.get<{ items: { asin?: string; ignored: boolean }[] }>(`${BASE}/${id}/books`)).body.items;
      expect(marked.filter((item) => item.ignored).map(({ asin }) => asin)).to.deep.equal([catalogBook(2).asin]);
    });

    it('accepts only settings that can be read, keeps the secret, and ends a pause', async () => {
      const { id } = await add();
      world.fail('INTEGRATION_UNAUTHORIZED', 'It has expired.', { field: 'token' });
      await world.sync(id);
      const resting = (await paul.get<{ shelf: Shelf }>(`${BASE}/${id}`)).body.shelf;
      world.site.fault = undefined;
      world.site.shelves.set('other', []);

      const refused = await paul.patch(`${BASE}/${id}`, { settings: { list: 'gone' } });
      const changed = await paul.patch<{ shelf: Shelf }>(`${BASE}/${id}`, { settings: { list: 'other' } });

      expect(resting).to.deep.include({ paused: true });
      expect(resting.error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'token' });
      expect(refused.status).to.equal(502);
      expect(changed.body.shelf).to.deep.include({ name: 'List other', settings: { list: 'other' }, secretsSet: ['token'], paused: false });
      expect(changed.body.shelf).to.not.have.property('error');
      expect((await world.store.get(id))?.secrets).to.deep.equal({ token: TOKEN });
    });

    it('syncs once on request, and stops it', async () => {
      const { id } = await add();

      const answers = await Promise.all([paul.post<{ shelf: Shelf }>(`${BASE}/${id}/sync`), paul.post(`${BASE}/${id}/sync`)]);

      expect(answers.map(({ status }) => status)).to.deep.equal([202, 202]);
      expect(await world.queued('shelf.sync')).to.have.length(1);
      expect((await paul.delete(`${BASE}/${id}/sync`)).status).to.equal(204);
      expect(await world.queued('shelf.sync')).to.have.length(0);
      expect((await paul.get<{ shelf: Shelf }>(`${BASE}/${id}`)).body.shelf.sync.state).to.equal('idle');
    });

    it('says when it continues, while it waits for that', async () => {
      const { id } = await add();
      await world.database.transaction((tx) =>
        tx.run("UPDATE jobs SET run_at = ? WHERE name = 'shelf.sync'", [new Date(Date.now() + 3_600_000).toISOString()]),
      );
      await world.database.transaction((tx) => world.store.update(tx, id, { nextAt: new Date(Date.now() + 3_600_000).toISOString() }));

      const { sync } = (await paul.get<{ shelf: Shelf }>(`${BASE}/${id}`)).body.shelf;

      expect(sync.state).to.equal('idle');
      expect(Date.parse(sync.nextAt ?? '')).to.be.above(Date.now() + 3_000_000);
    });

    it('removes a shelf with its books and its sync, and leaves the requests', async () => {
      world.site.shelves.set('wanted', [shelfBook(1)]);
      world.shop.books.push(catalogBook(1));
      world.state.books.set(catalogBook(1).asin, catalogBook(1));
      const { id } = await add();
      await world.sync(id);

      expect((await paul.delete(`${BASE}/${id}`)).status).to.equal(204);

      const { read } = world.database;
      expect(await read.all('SELECT * FROM shelves')).to.deep.equal([]);
      expect(await read.all('SELECT * FROM shelf_books')).to.deep.equal([]);
      expect(await world.queued('shelf.sync')).to.deep.equal([]);
      expect(await read.all('SELECT id FROM requests')).to.have.length(1);
      expect((await paul.get(`${BASE}/${id}`)).status).to.equal(404);
    });

    it('refuses a second shelf that reads the same, by its own name, but not to another person', async () => {
      const first = await add();
      world.site.shelves.set('other', []);
      const other = await paul.post<{ shelf: Shelf }>(BASE, { pluginId: PLUGIN, settings: { ...settings, list: 'other' } });

      const again = await paul.post(BASE, { pluginId: PLUGIN, settings });
      const changed = await paul.patch(`${BASE}/${other.body.shelf.id}`, { settings: { list: 'wanted' } });

      for (const refused of [again, changed]) expect(refused).to.deep.include({ status: 409 });
      expect(again.body).to.include({ code: 'shelf_exists' });
      expect(again.body['detail']).to.include(first.name);
      expect((await paul.patch(`${BASE}/${first.id}`, { settings: { list: 'wanted' } })).status, 'its own settings').to.equal(200);
      expect((await chani.post(BASE, { pluginId: PLUGIN, settings })).status).to.equal(201);
      expect(await world.database.read.all('SELECT id FROM shelves')).to.have.length(3);
    });

    it('takes the same shelf from one of several calls at once', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => paul.post(BASE, { pluginId: PLUGIN, settings })));

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
      expect(await world.database.read.all('SELECT id FROM shelves')).to.have.length(1);
    });

    it('lets one of several calls at once change a shelf to what the others are to read as well', async () => {
      for (const list of ['other', 'third']) world.site.shelves.set(list, []);
      const [first, other] = [
        await add(),
        (await paul.post<{ shelf: Shelf }>(BASE, { pluginId: PLUGIN, settings: { ...settings, list: 'other' } })).body.shelf,
      ];
      const third = { settings: { ...settings, list: 'third' } };

      const answers = await Promise.all([
        ...[first, other].map(({ id }) => paul.patch(`${BASE}/${id}`, third)),
        paul.post(BASE, { pluginId: PLUGIN, ...third }),
      ]);

      expect(answers.map(({ body }) => body['code']).filter((code) => code === 'shelf_exists')).to.have.length(2);
    });

    it('lets a shelf that has a twin from earlier times be saved as it is', async () => {
      const first = await add();
      const twin = { ...(await world.shelf(first.id)), id: '00000000-0000-7000-8000-000000000001' };
      await world.database.transaction((tx) => world.store.insert(tx, twin));

      const kept = await paul.patch(`${BASE}/${first.id}`, { settings });

      expect(kept.status).to.equal(200);
    });

    it('allows a bounded number of shelves, also to calls at once', async () => {
      await addSeveral(19);
      world.site.shelves.set('last', []);
      const last = ['wanted', 'last'].map((list) => paul.post(BASE, { pluginId: PLUGIN, settings: { ...settings, list } }));

      expect((await Promise.all(last)).map(({ status }) => status).sort()).to.deep.equal([201, 409]);
      expect((await paul.post(BASE, { pluginId: PLUGIN, settings })).body).to.include({ code: 'too_many_shelves' });
      expect((await chani.post(BASE, { pluginId: PLUGIN, settings })).status).to.equal(201);
    });

    it('takes a fixed number of statements, however many shelves there are', async () => {
      async function statements(): Promise<number> {
        let count = 0;
        const stop = world.database.onStatement(() => (count += 1));
        await paul.get(BASE);
        stop();
        return count;
      }
      await add();
      const one = await statements();
      await addSeveral(5);

      expect(await statements()).to.equal(one);
    });
  });
}
