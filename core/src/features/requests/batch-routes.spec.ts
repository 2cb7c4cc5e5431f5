import type { CatalogBook } from '@lectern/plugin-api';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { ApiError } from '../../platform/http/problem.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { batchRoutes } from './batch-routes.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';
import { foreignWords } from '../../platform/words/index.js';

interface Batch {
  readonly items: readonly {
    readonly asin: string;
    readonly code: string;
    readonly requestId: string | null;
    readonly status: string | null;
    readonly message: string | null;
  }[];
  readonly created: number;
  readonly awaitingApproval: number;
  readonly overQuota: number;
  readonly quota: { readonly left: number | null };
}

const asinOf = (n: number): string => `B0BATCH${String(n).padStart(3, '0')}`;

function book(n: number): CatalogBook {
  const named = { title: `Volume ${n}`, authors: [{ name: 'Ada Writer' }] };
  return { asin: asinOf(n), region: 'us', ...named, narrators: [], series: [], genres: [] };
}

for (const dialect of SERVICE_DIALECTS) {
  describe(`asking for several books on ${dialect}`, () => {
    let world: RequestWorld;
    let http: TestHttp;
    let paul: TestClient;
    let paulId: string;

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createRequestWorld(dialect);
      const { service, database, settings, now } = world;
      http = await startTestHttp({ database, routes: batchRoutes({ service, database, settings, now }) });
      paul = await http.as('paul');
      paulId = (await http.people.users.findByUsername('paul'))?.id ?? '';
      for (const n of [1, 2, 3, 4]) world.state.books.set(asinOf(n), book(n));
    });
    afterEach(async () => {
      await http?.stop();
      await world?.remove();
    });

    const ask = (...numbers: readonly number[]) => paul.post<Batch>('/api/requests/batch', { asins: numbers.map(asinOf) });
    const codes = ({ items }: Batch) => items.map(({ code }) => code);

    it('lets any reading do for all books of the call', async () => {
      await paul.post('/api/requests/batch', { asins: [asinOf(1), asinOf(2)], anyReading: true });
      await ask(3);

      const rows = await world.database.read.all<{ anyReading: unknown }>('SELECT any_reading FROM requests ORDER BY asin');
      expect(rows.map(({ anyReading }) => Boolean(anyReading))).to.deep.equal([true, true, false]);
    });

    it('asks for each book in its region, and answers for a region that nobody has by itself', async () => {
      const { create } = world.service;
      const asked: (string | undefined)[] = [];
      world.service.create = async (caller, input) => {
        asked.push(input.region);
        if (input.region === 'xx') throw new ApiError('unknown_region', foreignWords('The catalogue has no such region.'));
        return create.call(world.service, caller, input);
      };

      const { body } = await paul.post<Batch>('/api/requests/batch', {
        asins: [1, 2, 3].map(asinOf),
        regions: { [asinOf(1)]: 'de', [asinOf(2)]: 'xx' },
      });

      expect(asked).to.deep.equal(['de', 'xx', undefined]);
      expect(codes(body)).to.deep.equal(['created', 'unknown_region', 'created']);
      for (const regions of [{ nonsense: 'de' }, { [asinOf(1)]: 'x'.repeat(50) }]) {
        expect((await paul.post('/api/requests/batch', { asins: [asinOf(1)], regions })).status, JSON.stringify(regions)).to.equal(400);
      }
    });

    it('answers for each book by itself, in the order of the call', async () => {
      const existing = await world.addRequest({ user: paulId, asin: asinOf(2) });
      world.state.owned.add(asinOf(3));

      const { status, body } = await ask(4, 2, 3, 9, 4);

      expect(status).to.equal(200);
      expect(body.items.map(({ asin, code }) => [asin, code])).to.deep.equal([
        [asinOf(4), 'created'],
        [asinOf(2), 'duplicate'],
        [asinOf(3), 'already_available'],
        [asinOf(9), 'unknown_book'],
      ]);
      expect(body.items[1]?.requestId).to.equal(existing);
      expect(body).to.deep.include({ created: 1, awaitingApproval: 1, overQuota: 0 });
      expect(body.items[0]?.status).to.equal('awaiting_approval');
    });

    it('asks for as many as the quota leaves, in their order, and says what is left', async () => {
      await world.database.transaction((tx) => tx.run('UPDATE users SET quota_limit = 2, quota_days = 7 WHERE id = ?', [paulId]));

      const { body } = await ask(1, 2, 3, 4);

      expect(codes(body)).to.deep.equal(['created', 'created', 'quota_exceeded', 'quota_exceeded']);
      expect([body.overQuota, body.quota.left]).to.deep.equal([2, 0]);
    });

    it('joins what somebody else waits for, also past the quota', async () => {
      await world.addRequest({ user: 'chani', asin: asinOf(2) });
      await world.database.transaction((tx) => tx.run('UPDATE users SET quota_limit = 1, quota_days = 7 WHERE id = ?', [paulId]));

      expect(codes((await ask(1, 3, 2)).body)).to.deep.equal(['created', 'quota_exceeded', 'joined']);
    });

    it('says why in the language of the caller', async () => {
      await ask(1);
      const headers = { 'content-type': 'application/json', 'accept-language': 'en-XA' };
      const body = JSON.stringify({ asins: [asinOf(1)] });

      const answer = (await (await paul.fetch('/api/requests/batch', { method: 'POST', body, headers })).json()) as Batch;

      expect(codes(answer)).to.deep.equal(['duplicate']);
      expect(answer.items[0]?.message).to.match(/^\[Ý/);
    });

    it('tries nothing more once the catalogue does not answer', async () => {
      let asked = 0;
      Object.assign(world.catalog, {
        book: async () => {
          asked += 1;
          throw new ApiError('catalogue_unavailable', foreignWords('Dead.'));
        },
      });

      expect(codes((await ask(1, 2, 3)).body)).to.deep.equal(Array.from({ length: 3 }, () => 'catalogue_unavailable'));
      expect(asked).to.equal(1);
    });

    for (const asins of [[], ['nonsense'], Array.from({ length: 51 }, (_, n) => asinOf(n))]) {
      it(`refuses ${asins.length} of ${asins[0] ?? 'nothing'}`, async () => {
        expect((await paul.post('/api/requests/batch', { asins })).status).to.equal(400);
      });
    }
  });
}
