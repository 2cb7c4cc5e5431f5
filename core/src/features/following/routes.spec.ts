import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { following } from './feature.js';
import { asinOf, AUTHOR, SERIES, volume } from './follow-books.spec.support.js';
import { createFollowWorld, type FollowWorld } from './follow-world.spec.support.js';
import { followRoutes } from './routes.js';

const SERIES_PATH = '/api/user/watched-series';
const AUTHORS_PATH = '/api/user/watched-authors';

interface Item {
  readonly id: string;
  readonly seriesId?: string;
  readonly name: string;
  readonly check: string;
  readonly lastOutcome: { readonly code: string; readonly message: string };
}
interface Page {
  readonly items: Item[];
  readonly total: number;
}
interface Preview {
  readonly items: { readonly asin: string; readonly part: string | null; readonly upcoming: boolean }[];
  readonly counts: { readonly missing: number };
  readonly overQuota: number;
  readonly needsApproval: boolean;
}

for (const dialect of SERVICE_DIALECTS) {
  describe(`the routes of following on ${dialect}`, () => {
    let world: FollowWorld;
    let http: TestHttp;
    let paul: TestClient;
    let chani: TestClient;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createFollowWorld(dialect);
      const routes = followRoutes({ following: world.service });
      http = await startTestHttp({ database: world.database, owning: [following], routes });
      [paul, chani] = [await http.as('paul'), await http.as('chani')];
    });
    beforeEach(async () => {
      await world.database.transaction(async (tx) => {
        for (const table of ['watched_series', 'watched_authors', 'jobs', 'requests']) await tx.run(`DELETE FROM ${table}`);
      });
      Object.assign(world.shop, { fault: undefined, region: 'us', books: [volume(1, '1'), volume(2, '2', { releaseDate: '2999-01-01' })] });
      world.changes.length = 0;
    });
    after(async () => {
      await http?.stop();
      await world?.remove();
    });

    const follow = (body: object = {}, client = paul) =>
      client.post<{ item: Item; code?: string }>(SERIES_PATH, { seriesId: SERIES, ...body });
    const list = async (client = paul, query = '') => (await client.get<Page>(`${SERIES_PATH}${query}`)).body;
    const idOf = async (name: string) => (await http.people.users.findByUsername(name))?.id ?? '';

    it('follow a series with the defaults, and have it checked at once', async () => {
      const { status, body } = await follow();

      expect(status).to.equal(201);
      expect(body.item).to.deep.include({
        seriesId: SERIES,
        region: 'us',
        name: 'Tales',
        formerName: null,
        mode: 'ask',
        startRule: 'from_now',
        startPart: null,
        check: 'queued',
        checkedAt: null,
        counts: null,
        lastOutcome: { code: 'waiting', values: {}, message: 'It has not been checked yet.' },
      });
      const jobs = await world.queued('following.check');
      expect(jobs.map(({ payload }) => payload)).to.deep.equal([{ kind: 'series', catalogId: SERIES, region: 'us' }]);
      expect(world.changes).to.deep.equal([`series ${await idOf('paul')}`]);
    });

    it('make one entry of a double click, and one check', async () => {
      const answers = await Promise.all([follow(), follow(), follow()]);

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 201]);
      expect((await list()).total).to.equal(1);
      expect(await world.queued('following.check')).to.have.length(1);
    });

    it('leave no entry without its check', async () => {
      const { jobs } = world;
      const enqueue = jobs.enqueue.bind(jobs);
      jobs.enqueue = async () => Promise.reject(new Error('the queue is broken'));
      const { status } = await follow();
      jobs.enqueue = enqueue;

      expect([status, (await list()).total]).to.deep.equal([500, 0]);
    });

    it('follow the same id in another region as well', async () => {
      await follow();
      world.shop.region = 'de';

      expect((await follow()).status).to.equal(201);
      expect((await list()).total).to.equal(2);
    });

    it('list what one follows, by name, in pages, to nobody else; or one series alone', async () => {
      world.shop.names.set('B0SERIES02', 'another tale').set('B0SERIES03', 'Zuletzt');
      for (const seriesId of ['B0SERIES03', SERIES, 'B0SERIES02']) await follow({ seriesId });

      expect((await list(paul, '?limit=2')).items.map(({ name }) => name)).to.deep.equal(['another tale', 'Tales']);
      expect((await list(paul, '?limit=2&page=2')).items.map(({ name }) => name)).to.deep.equal(['Zuletzt']);
      expect((await list(paul, `?seriesId=${SERIES}`)).items.map(({ name }) => name)).to.deep.equal(['Tales']);
      expect(await list(chani)).to.deep.include({ items: [], total: 0 });
    });

    it('list in the same number of statements, whatever the page', async () => {
      const count = async (): Promise<number> => {
        let statements = 0;
        const stop = world.database.onStatement(() => (statements += 1));
        await world.service.page('series', await idOf('paul'), { page: 1, limit: 100 });
        stop();
        return statements;
      };
      await follow();
      const one = await count();
      for (let n = 0; n < 20; n += 1) {
        world.shop.names.set(`S${n}`, `Series ${n}`);
        await follow({ seriesId: `S${n}` });
      }

      expect(await count()).to.equal(one);
    });

    it('preview what would be requested, and what approval and quota say to it, and save nothing', async () => {
      await world.database.transaction(async (tx) =>
        tx.run('UPDATE users SET quota_limit = 1, quota_days = 7 WHERE id = ?', [await idOf('paul')]),
      );

      const { status, body } = await paul.post<Preview>(`${SERIES_PATH}/preview`, { seriesId: SERIES, startRule: 'everything' });

      expect(status).to.equal(200);
      expect(body.items.map(({ asin, part, upcoming }) => [asin, part, upcoming])).to.deep.equal([
        [asinOf(1), '1', false],
        [asinOf(2), '2', true],
      ]);
      expect(body).to.deep.include({ needsApproval: true, overQuota: 1, truncated: false, name: 'Tales' });
      expect(body.counts).to.deep.include({ missing: 1, upcoming: 1 });
      expect([(await list()).total, (await world.queued('following.check')).length]).to.deep.equal([0, 0]);
    });

    it('preview only what comes out, unless a rule is named', async () => {
      const { body } = await paul.post<Preview>(`${SERIES_PATH}/preview`, { seriesId: SERIES });

      expect(body.items.map(({ asin }) => asin)).to.deep.equal([asinOf(2)]);
    });

    it('change rule and mode, which begins anew and checks again', async () => {
      const { item } = (await follow({ startRule: 'everything', shown: [asinOf(1)] })).body;
      await world.database.transaction((tx) => tx.run('DELETE FROM jobs'));

      const { status, body } = await paul.patch<{ item: Item }>(`${SERIES_PATH}/${item.id}`, {
        mode: 'tell',
        startRule: 'from_part',
        startPart: '2',
      });

      expect(status).to.equal(200);
      expect(body.item).to.deep.include({ mode: 'tell', startRule: 'from_part', startPart: '2' });
      expect(await world.queued('following.check')).to.have.length(1);
      expect((await world.entry(await idOf('paul'), item.id)).shown).to.deep.equal([]);
    });

    it('give an entry up for its owner alone, and once; admins have no say', async () => {
      const { id } = (await follow()).body.item;
      const admin = await http.as('admin');
      const path = `${SERIES_PATH}/${id}`;

      expect((await chani.delete(path)).status).to.equal(404);
      expect((await admin.delete(path)).status).to.equal(404);
      expect((await chani.patch(path, { mode: 'tell' })).status).to.equal(404);
      expect((await paul.delete(`${AUTHORS_PATH}/${id}`)).status).to.equal(404);
      expect((await paul.delete(path)).status).to.equal(204);
      expect((await paul.delete(path)).status).to.equal(404);
    });

    it('follow authors alike', async () => {
      const { status, body } = await paul.post<{ item: Item }>(AUTHORS_PATH, { authorId: AUTHOR, mode: 'tell', startRule: 'everything' });
      const { body: preview } = await paul.post<Preview>(`${AUTHORS_PATH}/preview`, { authorId: AUTHOR, startRule: 'everything' });
      const { body: page } = await paul.get<Page>(`${AUTHORS_PATH}?authorId=${AUTHOR}`);

      expect(status).to.equal(201);
      expect(body.item).to.deep.include({ authorId: AUTHOR, name: 'Ada Writer', mode: 'tell', startRule: 'everything' });
      expect(preview.items).to.have.length(2);
      expect(page.total).to.equal(1);
      expect((await paul.patch(`${AUTHORS_PATH}/${body.item.id}`, { startRule: 'from_now' })).body['item']).to.deep.include({
        startRule: 'from_now',
      });
      expect((await paul.delete(`${AUTHORS_PATH}/${body.item.id}`)).status).to.equal(204);
    });

    it('answer what the catalogue does not have, and a dead catalogue, each with its code', async () => {
      const codes = async () => {
        const calls = [follow({ seriesId: 'B0NOWHERE1' }), paul.post(`${SERIES_PATH}/preview`, { seriesId: 'B0NOWHERE1' })];
        return (await Promise.all(calls)).map(({ status, body }) => `${status} ${(body as { code?: string }).code ?? ''}`);
      };

      expect(await codes()).to.deep.equal(['404 unknown_series', '404 unknown_series']);
      world.shop.fault = 'INTEGRATION_NOT_FOUND';
      expect(await codes()).to.deep.equal(['404 unknown_series', '404 unknown_series']);
      world.shop.fault = 'INTEGRATION_UNAVAILABLE';
      expect(await codes()).to.deep.equal(['503 catalogue_unavailable', '503 catalogue_unavailable']);
    });

    it('let nobody follow more than so many', async () => {
      const userId = await idOf('paul');
      await world.database.transaction(async (tx) => {
        const rows = Array.from(
          { length: 1_000 },
          (_, n) =>
            `('${n}', '${userId}', 'S${n}', 'us', 'N', 'ask', 'from_now', '2026-01-01', '2026-01-01', 0, '{"awaited":[],"asked":[]}')`,
        );
        await tx.run(
          `INSERT INTO watched_series (id, user_id, series_id, region, name, mode, start_rule, started_at, created_at, failures, memory)
           VALUES ${rows.join(', ')}`,
        );
      });

      const { status, body } = await follow();

      expect([status, body.code]).to.deep.equal([409, 'too_many_followed']);
    });

    for (const body of [
      {},
      { seriesId: '' },
      { seriesId: '../../etc' },
      { seriesId: 'x'.repeat(51) },
      { seriesId: SERIES, mode: 'shout' },
      { seriesId: SERIES, startRule: 'from_part' },
      { seriesId: SERIES, startRule: 'from_now', startPart: '3' },
      { seriesId: SERIES, startRule: 'from_part', startPart: 'three' },
      { seriesId: SERIES, shown: ["' OR 1=1"] },
      { seriesId: SERIES, userId: 'somebody' },
    ]) {
      it(`refuse ${JSON.stringify(body).slice(0, 60)}`, async () => {
        expect((await paul.post(SERIES_PATH, body)).status).to.equal(400);
      });
    }

    it('refuse a part of an author', async () => {
      expect((await paul.post(AUTHORS_PATH, { authorId: AUTHOR, startRule: 'from_part', startPart: '2' })).status).to.equal(400);
    });
  });
}
