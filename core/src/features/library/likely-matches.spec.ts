import type { CatalogBook } from '@lectern/plugin-api';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobContext } from '../../platform/jobs/job-queue.js';
import { createAuditService } from '../audit/index.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createLibraryService } from './library-service.js';
import { book, createLibraryWorld, fakeServer, type FakeServer, type LibraryWorld } from './library-world.spec.support.js';
import { likelyMatchJob, LOOKUPS_A_RUN } from './likely-match-job.js';
import { likelyMatchRoutes } from './likely-match-routes.js';
import { createLikelyMatchService } from './likely-match-service.js';
import { libraryRoutes } from './routes.js';
import { foreignWords } from '../../platform/words/index.js';
import { inEnglish } from '../../platform/words/index.js';

const DUNE = 'B00DUNE001';
const ABRIDGED = 'B00DUNE002';
const BASE = '/api/admin/library';
const DAY_MS = 86_400_000;

function catalogBook(asin: string, more: Partial<CatalogBook> = {}): CatalogBook {
  const people = { authors: [{ name: 'Frank Herbert' }], narrators: ['Simon Vance'] };
  return { asin, region: 'us', title: 'Dune', ...people, series: [], genres: [], durationMinutes: 1260, ...more };
}

interface Queue {
  readonly items: readonly {
    readonly item: { readonly id: string; readonly title: string };
    readonly suggestions: readonly { readonly book: { readonly asin: string }; readonly score: number }[];
  }[];
  readonly total: number;
  readonly waiting: number;
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`likely matches on ${dialect}`, () => {
    let world: LibraryWorld;
    let server: FakeServer;
    let http: TestHttp;
    let admin: TestClient;
    let member: TestClient;
    /** The books of the catalogue, and the questions it got. */
    let books: CatalogBook[];
    let searches: string[];
    let state: 'answers' | 'stale' | 'dead';
    /** Searches that begin so get no answer. */
    let refused: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createLibraryWorld(dialect);
      [books, searches, state, refused] = [[catalogBook(DUNE)], [], 'answers', '\n'];
      const deps = { ...world, audit: createAuditService(world) };
      const library = createLibraryService(deps);
      const catalog = {
        cached: async (asins: readonly string[]) => new Map(books.filter(({ asin }) => asins.includes(asin)).map((one) => [one.asin, one])),
      };
      const likelyMatches = createLikelyMatchService({ ...deps, catalog });
      http = await startTestHttp({
        database: world.database,
        routes: [...likelyMatchRoutes({ likelyMatches }), ...libraryRoutes({ library })],
      });
      [admin, member] = [await http.as('admin'), await http.as('user')];
      server = fakeServer(await world.integration());
    });
    afterEach(async () => {
      await http?.stop();
      await world?.dispose();
    });

    const scan = () => world.scanner.full(server.provider, { signal: world.signal });
    const job = () =>
      likelyMatchJob({
        ...world,
        timeScale: 1,
        catalog: {
          async search({ text, page, limit }) {
            searches.push(text);
            if (text.startsWith(refused)) throw new ApiError('catalogue_unavailable', foreignWords('No.'));
            if (state === 'dead') throw new ApiError('catalogue_unavailable', foreignWords('No.'));
            return { items: books, page, limit, total: books.length, ...(state === 'stale' ? { stale: true } : {}) };
          },
        },
      });
    const lookUp = (context: JobContext = world.job({})) => job().run(context);
    const queue = async (query = '') => (await admin.get<Queue>(`${BASE}/likely-matches${query}`)).body;
    const suggested = async () => (await queue()).items.map(({ suggestions }) => suggestions.map((one) => one.book.asin));
    const idOf = async (itemId: string) => (await world.rows()).find((row) => row.itemId === itemId)?.id ?? '';
    const dune = (itemId: string, more = {}) =>
      book(itemId, { title: 'Dune', authors: ['Frank Herbert'], durationSeconds: 1260 * 60, ...more });

    it('suggest books of the catalogue for items without an ASIN, the surest first, and match none', async () => {
      books = [catalogBook(ABRIDGED, { durationMinutes: 1100 }), catalogBook(DUNE), catalogBook('B00OTHER01', { title: 'Emma' })];
      server.items = [dune('a'), dune('b', { asin: 'B000000009' }), book('c', { title: 'Nobody knows it' })];
      await scan();
      expect((await queue()).waiting).to.equal(2);

      await lookUp();

      expect(searches.sort()).to.deep.equal(['Dune Frank Herbert', 'Nobody knows it Ann Author']);
      const { items, total, waiting } = await queue();
      expect({ total, waiting }).to.deep.equal({ total: 1, waiting: 0 });
      expect(items[0]?.suggestions.map(({ book: { asin }, score }) => [asin, score])).to.deep.equal([
        [DUNE, 100],
        [ABRIDGED, 85],
      ]);
      expect((await world.rows()).map(({ matchedAsin }) => matchedAsin)).to.deep.equal([null, 'B000000009', null]);
    });

    it('leave the queue when the item is linked, and are back when that is undone', async () => {
      server.items = [dune('a')];
      await scan();
      await lookUp();
      const link = (asin: string | null) => idOf('a').then((id) => admin.post(`${BASE}/${id}/link`, { asin }));

      await link(DUNE);
      expect((await queue()).total).to.equal(0);
      await scan();
      expect((await world.rows())[0]).to.include({ matchedAsin: DUNE, matchedBy: 'manual' });
      await link(null);

      expect(await suggested()).to.deep.equal([[DUNE]]);
    });

    it('stay rejected after the next look at the catalogue, until an admin takes that back', async () => {
      books = [catalogBook(DUNE), catalogBook(ABRIDGED, { durationMinutes: 1100 })];
      server.items = [dune('a')];
      await scan();
      await lookUp();
      const id = await idOf('a');
      const reject = async (asin: string, body = {}) => (await admin.post(`${BASE}/${id}/reject`, { asin, ...body })).status;

      expect(await reject(DUNE)).to.equal(204);
      world.advance(31 * DAY_MS);
      await lookUp();
      expect(await suggested()).to.deep.equal([[ABRIDGED]]);
      expect(await reject(ABRIDGED)).to.equal(204);
      expect((await queue()).total).to.equal(0);
      expect(await reject(DUNE, { rejected: false })).to.equal(204);

      expect(await suggested()).to.deep.equal([[DUNE]]);
      const entries = await world.database.read.all<{ action: string; targetId: string }>(
        "SELECT action, target_id FROM audit_log WHERE target_type = 'library_item' ORDER BY id",
      );
      expect(entries.map(({ action }) => action)).to.deep.equal([
        'library.match_rejected',
        'library.match_rejected',
        'library.rejection_undone',
      ]);
      expect(world.live.filter(({ type, audience }) => type === 'library.updated' && audience === 'admins')).to.have.length(3);
    });

    it('are not there to be rejected for an item or a book that has none', async () => {
      server.items = [dune('a')];
      await scan();
      await lookUp();

      expect((await admin.post(`${BASE}/${await idOf('a')}/reject`, { asin: 'B000000009' })).status).to.equal(404);
      expect((await admin.post(`${BASE}/nobody/reject`, { asin: DUNE })).status).to.equal(404);
      expect((await admin.post(`${BASE}/${await idOf('a')}/reject`, { asin: "' OR 1=1" })).status).to.equal(400);
    });

    it('are for admins alone', async () => {
      expect((await member.get(`${BASE}/likely-matches`)).status).to.equal(403);
      expect((await member.post(`${BASE}/x/reject`, { asin: DUNE })).status).to.equal(403);
    });

    it('may name one book for two items, each of which can be linked to it', async () => {
      server.items = [dune('a'), dune('b')];
      await scan();
      await lookUp();
      expect(await suggested()).to.deep.equal([[DUNE], [DUNE]]);

      for (const itemId of ['a', 'b']) await admin.post(`${BASE}/${await idOf(itemId)}/link`, { asin: DUNE });

      expect((await queue()).total).to.equal(0);
      expect((await world.rows()).map(({ matchedAsin }) => matchedAsin)).to.deep.equal([DUNE, DUNE]);
    });

    it('are looked for again only when the item changed, or after a month', async () => {
      server.items = [dune('a')];
      await scan();
      await lookUp();
      await scan();
      await lookUp();
      expect(searches).to.have.length(1);

      server.items = [dune('a', { title: 'Dune Messiah' })];
      await scan();
      await lookUp();
      expect(searches).to.have.length(2);
      expect((await queue()).total).to.equal(0);
      world.advance(31 * DAY_MS);
      await lookUp();

      expect(searches).to.have.length(3);
    });

    for (const silence of ['stale', 'dead'] as const) {
      it(`are not given up for lost while the catalogue is ${silence}`, async () => {
        server.items = [dune('a'), dune('b')];
        await scan();
        state = silence;
        const context = world.job({});
        await lookUp(context);
        expect(searches).to.have.length(1);
        expect(inEnglish(context.reported.at(-1)?.message ?? '')).to.contain('did not answer');
        expect((await queue()).waiting).to.equal(2);

        state = 'answers';
        await lookUp();

        expect((await queue()).total).to.equal(2);
      });
    }

    it('are found for the others although the catalogue never answers for one', async () => {
      refused = 'Nobody';
      server.items = [book('a', { title: 'Nobody knows it' }), dune('b')];
      await scan();
      await world.database.transaction((tx) => tx.run("UPDATE library_items SET id = '0' WHERE item_id = 'a'"));

      await lookUp();
      expect((await queue()).total).to.equal(0);
      world.advance(3_600_000);
      await lookUp();

      expect(await suggested()).to.deep.equal([[DUNE]]);
      world.advance(3_600_000);
      await lookUp();
      expect(searches.map((text) => text.split(' ', 1)[0])).to.deep.equal(['Nobody', 'Dune', 'Nobody', 'Nobody']);
    });

    it('take titles of any length and any letters, and ask for no more than a line of them', async () => {
      const titles = ['x'.repeat(10_000), '漢'.repeat(10_000), '😀'.repeat(5_000), '(('.repeat(5_000), ' ', '', '%_\\'];
      server.items = titles.map((title, n) => book(String(n), { title, authors: n % 2 === 0 ? [] : ['y'.repeat(10_000)] }));
      await scan();

      await lookUp();

      expect(await queue()).to.deep.include({ total: 0, waiting: 0 });
      for (const text of searches) expect(text.length).to.be.at.most(401);
    });

    it('are looked for a bounded number of times a run, and other work gets its turns meanwhile', async () => {
      server.items = Array.from({ length: LOOKUPS_A_RUN + 10 }, (_, n) => dune(String(n)));
      await scan();
      let turns = 0;
      const other = setInterval(() => (turns += 1), 0);

      const again = await lookUp();
      clearInterval(other);

      expect(searches).to.have.length(LOOKUPS_A_RUN);
      expect(turns).to.be.at.least(10);
      expect(again).to.have.property('againAt');
      expect(await lookUp()).to.equal(undefined);
      expect((await queue()).total).to.equal(LOOKUPS_A_RUN + 10);
    });

    it('are listed in pages with a fixed number of statements', async () => {
      server.items = Array.from({ length: 30 }, (_, n) => dune(String(n)));
      await scan();
      await lookUp();
      const statementsOf = async (query: string) => {
        let statements = 0;
        const off = world.database.onStatement(() => (statements += 1));
        const page = await queue(query);
        off();
        return { statements, shown: page.items.length };
      };

      const few = await statementsOf('?limit=2');
      const many = await statementsOf('?limit=30');

      expect([few.shown, many.shown]).to.deep.equal([2, 30]);
      expect(many.statements).to.equal(few.statements);
      expect((await queue('?limit=20&page=2')).items).to.have.length(10);
    });

    it('are read by their index, however large the library is', async () => {
      if (dialect === 'postgres') return;
      const plan = async (sql: string) =>
        (await world.database.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)).map(({ detail }) => detail).join('; ');
      const seen: string[] = [];
      const off = world.database.onStatement((sql) => seen.push(sql));
      await queue();
      await lookUp();
      off();

      const reads = seen.filter((sql) => sql.startsWith('SELECT') && sql.includes('FROM library_items'));
      expect(reads.length).to.be.at.least(4);
      for (const sql of reads) {
        const how = await plan(sql.replaceAll('?', '1'));
        expect(
          /USING (COVERING )?INDEX library_items_(likely|look_up)/.test(how) && !how.includes('TEMP B-TREE'),
          `${sql}: ${how}`,
        ).to.equal(true);
      }
    });

    it('go with their item', async () => {
      server.items = [dune('a'), dune('b')];
      await scan();
      await lookUp();
      server.items = [dune('a')];
      await scan();
      await scan();

      expect((await queue()).total).to.equal(1);
      const rows = await world.database.read.all('SELECT item_id FROM library_likely_matches');
      expect(rows).to.have.length(1);
    });
  });
}
