import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestHttp } from '../auth/test-http.js';
import { createTestPeople } from '../auth/test-people.js';
import { blocklistRoutes } from './blocklist-routes.js';
import { createCandidateStore, type CandidateStore } from './candidate-store.js';

interface Blocked {
  readonly id: string;
  readonly asin: string | null;
  readonly book: string | null;
  readonly title: string;
  readonly reason: string;
  readonly blockedBy: string | null;
  readonly liftedAt: string | null;
}

interface Page {
  readonly items: readonly Blocked[];
  readonly total: number;
}

const DUNE = 'B00DUNE001';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the blocklist on ${dialect}`, () => {
    let test: TestDatabase;
    let http: TestHttp;
    let people: ReturnType<typeof createTestPeople>;
    let candidates: CandidateStore;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      test = await createTestDatabase(dialect);
      const { database } = test;
      const now = (): Date => new Date();
      people = createTestPeople({ database, now });
      candidates = createCandidateStore(database, { seal: (text) => text, open: (text) => text });
      http = await startTestHttp({ database, people, routes: blocklistRoutes({ database, audit: people.audit, now }) });
      await http.as('admin');
      await http.as('paul');
      const admin = (await people.users.findByUsername('admin'))?.id ?? '';
      const paul = (await people.users.findByUsername('paul'))?.id ?? '';
      const at = now().toISOString();
      const begun = { statusSince: at, createdAt: at, updatedAt: at };
      const asked = { asin: DUNE, region: 'us', type: 'audiobook', title: 'Dune', author: 'Frank Herbert', origin: 'manual' };
      await database.transaction(async (tx) => {
        await tx.insert('requests', { id: 'r', userId: paul, ...asked, status: 'pending', statusGroup: 'active', version: 1, ...begun });
        const search = { id: 's', requestId: 'r', startedAt: at, finishedAt: at, automatic: true, queries: '[]', sources: '[]' };
        await tx.insert('searches', search);
        const judged = { position: 0, score: 90, passed: true, automatic: true, gates: '[]', parts: '[]' };
        const stored = { integrationId: 'i', releaseKey: 'hash:1', release: '{}', privateSealed: '{}', state: 'candidate' };
        await tx.insert('release_candidates', { id: 'c', searchId: 's', requestId: 'r', ...judged, ...stored });
      });
      const dune = { asin: DUNE, indexer: 'Bay' };
      await database.transaction(async (tx) => {
        const first = { ...dune, releaseKey: 'hash:1', title: 'Dune [MP3] 100%', reason: 'It crackles.' };
        await candidates.block(tx, { ...first, at: new Date('2026-01-01T00:00:00Z'), by: admin });
        const second = { asin: 'B00EMMA001', indexer: 'Cove', releaseKey: 'hash:2', title: 'Emma', reason: 'It is a video.' };
        await candidates.block(tx, { ...second, at: new Date('2026-01-02T00:00:00Z') });
      });
    });
    afterEach(async () => {
      await http?.stop();
      await test?.dispose();
    });

    const list = async (query = ''): Promise<Page> => (await (await http.as('admin')).get<Page>(`/api/admin/blocklist${query}`)).body;
    const act = async (id: string, verb: string) =>
      (await http.as('admin')).post<{ blocked: Blocked }>(`/api/admin/blocklist/${id}/${verb}`, {});

    it('says what is blocked for which book, why, and by whom, the newest first', async () => {
      const { items, total } = await list();

      expect(total).to.equal(2);
      expect(items.map(({ title, book, reason, blockedBy }) => [title, book, reason, blockedBy])).to.deep.equal([
        ['Emma', null, 'It is a video.', null],
        ['Dune [MP3] 100%', 'Dune', 'It crackles.', 'admin'],
      ]);
    });

    it('finds words of the release, the indexer, the reason and the book, and takes none for a pattern', async () => {
      const found = async (search: string) => (await list(`?search=${encodeURIComponent(search)}`)).items.map(({ title }) => title);

      expect(await found('VIDEO')).to.deep.equal(['Emma']);
      expect(await found('dune bay crackles')).to.deep.equal(['Dune [MP3] 100%']);
      expect(await found('100%')).to.deep.equal(['Dune [MP3] 100%']);
      expect(await found('e%a')).to.deep.equal([]);
      expect((await list('?limit=1&page=2')).items.map(({ title }) => title)).to.deep.equal(['Dune [MP3] 100%']);
    });

    it('allows a release again, and blocks it again', async () => {
      const [, dune] = (await list()).items;
      const id = dune?.id ?? '';
      expect(await candidates.nextAutomatic('r', DUNE)).to.equal(undefined);

      const lifted = await act(id, 'unblock');
      await act(id, 'unblock');

      expect(lifted.body.blocked.liftedAt).to.be.a('string');
      expect(await candidates.blocked(DUNE)).to.deep.equal([]);
      expect((await candidates.nextAutomatic('r', DUNE))?.id).to.equal('c');
      expect((await list()).items.map(({ title }) => title)).to.deep.equal(['Emma']);
      expect((await list('?lifted=true')).items.map(({ title }) => title)).to.deep.equal(['Dune [MP3] 100%']);

      expect((await act(id, 'block')).body.blocked.liftedAt).to.equal(null);

      expect((await candidates.blocked(DUNE)).map(({ releaseKey }) => releaseKey)).to.deep.equal(['hash:1']);
      expect(await candidates.nextAutomatic('r', DUNE)).to.equal(undefined);
      const { items } = await people.audit.list({ page: 1, limit: 10, group: 'blocklist' });
      expect(items.map(({ action }) => action)).to.deep.equal(['blocklist.blocked', 'blocklist.unblocked']);
    });

    it('has one row for a release that was blocked for a book again, and allows it as a whole', async () => {
      const again = { asin: DUNE, indexer: 'Bay', releaseKey: 'hash:1', title: 'Dune [MP3] 100%', reason: 'It still crackles.' };

      await test.database.transaction((tx) => candidates.block(tx, { ...again, at: new Date('2026-01-03T00:00:00Z') }));

      const { items, total } = await list();
      expect(items.map(({ title, reason, blockedBy }) => [title, reason, blockedBy])).to.deep.equal([
        ['Dune [MP3] 100%', 'It still crackles.', null],
        ['Emma', 'It is a video.', null],
      ]);
      expect(total).to.equal(2);
      await act(items[0]?.id ?? '', 'unblock');
      expect(await candidates.blocked(DUNE)).to.deep.equal([]);
    });

    it('blocks a release anew that was allowed again, in the same row', async () => {
      const [, dune] = (await list()).items;
      await act(dune?.id ?? '', 'unblock');
      const again = { asin: DUNE, indexer: 'Bay', releaseKey: 'hash:1', title: 'Dune [MP3] 100%', reason: 'It still crackles.' };

      await test.database.transaction((tx) => candidates.block(tx, { ...again, at: new Date('2026-01-03T00:00:00Z') }));

      expect((await list('?lifted=true')).total).to.equal(0);
      expect((await list()).items.map(({ id, liftedAt }) => [id === dune?.id, liftedAt])).to.deep.equal([
        [true, null],
        [false, null],
      ]);
    });

    it('allows a release that stands in several rows as a whole', async () => {
      const [, dune] = (await list()).items;
      const at = '2026-01-03T00:00:00.000Z';
      await test.database.transaction((tx) =>
        tx.insert('blocklist', {
          id: 'twice',
          asin: DUNE,
          releaseKey: 'hash:1',
          title: 'Dune [MP3] 100%',
          indexer: 'Bay',
          reason: 'It hisses.',
          book: 'Dune',
          blockedBy: null,
          createdAt: at,
          liftedAt: null,
        }),
      );

      await act(dune?.id ?? '', 'unblock');

      expect(await candidates.blocked(DUNE)).to.deep.equal([]);
      expect((await candidates.nextAutomatic('r', DUNE))?.id).to.equal('c');
      expect((await list('?lifted=true')).total).to.equal(2);
    });

    it('is for admins', async () => {
      const paul = await http.as('paul');
      const [first] = (await list()).items;

      expect((await paul.get('/api/admin/blocklist')).status).to.equal(403);
      expect((await paul.post(`/api/admin/blocklist/${first?.id ?? ''}/unblock`, {})).status).to.equal(403);
      expect((await act('00000000-0000-4000-8000-000000000000', 'unblock')).status).to.equal(404);
    });
  });
}
