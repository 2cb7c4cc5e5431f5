import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createEventBus } from '../../platform/events/event-bus.js';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { adminRequestRoutes } from './admin-request-routes.js';
import { ebookRoutes } from './ebook-routes.js';
import { requestRoutes } from './request-routes.js';
import type { RequestStatus } from '../lifecycle/statuses.js';
import { createRequestWorld, DUNE, goodRelease, type RequestWorld } from './request-world.spec.support.js';

/** What somebody does to a request. */
interface Act {
  readonly status: RequestStatus;
  readonly call: (id: string) => Promise<{ readonly status: number }>;
  readonly actions: readonly string[];
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`what people do to requests is in the audit log on ${dialect}`, function () {
    this.timeout(20_000);
    let world: RequestWorld;
    let http: TestHttp;
    let admin: TestClient;
    let adminId: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createRequestWorld(dialect);
      const { service, list, detail, candidates, database, host, catalog, settings } = world;
      http = await startTestHttp({
        database,
        routes: [
          ...requestRoutes({ service, list, detail, candidates, events: createEventBus() }),
          ...adminRequestRoutes({ service, list }),
          ...ebookRoutes({ database, host, catalog, settings, service, list, availabilityOf: async () => new Map() }),
        ],
      });
      admin = await http.as('admin');
      adminId = (await http.people.users.findByUsername('admin'))?.id ?? '';
    });
    after(async () => {
      await http?.stop();
      await world?.remove();
    });

    const entries = async (targetId: string) =>
      (await world.audit.list({ page: 1, limit: 20, targetId })).items.map(({ action, actorId, actorName, address }) => ({
        action,
        actorId,
        actorName,
        address,
      }));
    const detailOf = async (targetId: string, action: string) =>
      (await world.audit.list({ page: 1, limit: 20, targetId, action })).items[0]?.detail;
    const post = (path: (id: string) => string, body?: object) => (id: string) => admin.post(path(id), body);
    const own = (verb: string, body?: object) => post((id) => `/api/requests/${id}/${verb}`, body);
    const decide = (verb: string, body?: object) => post((id) => `/api/admin/requests/${id}/${verb}`, body);

    async function addDownload(requestId: string): Promise<void> {
      const at = world.now().toISOString();
      await world.database.transaction((tx) =>
        tx.insert('download_history', {
          id: randomUUID(),
          requestId,
          integrationId: randomUUID(),
          itemId: 'a',
          state: 'failed',
          release: '{}',
          releaseKey: 'k',
          ours: true,
          missingCount: 0,
          createdAt: at,
          updatedAt: at,
        }),
      );
    }

    const ACTS: Readonly<Record<string, Act>> = {
      approving: { status: 'awaiting_approval', call: decide('approve', {}), actions: ['request.approved'] },
      denying: { status: 'awaiting_approval', call: decide('deny', { reason: 'No.' }), actions: ['request.denied'] },
      cancelling: { status: 'awaiting_search', call: own('cancel'), actions: ['request.cancelled'] },
      retrying: { status: 'failed', call: own('retry'), actions: ['request.retried'] },
      'setting search terms, and searching': {
        status: 'failed',
        call: (id) => admin.patch(`/api/admin/requests/${id}/search-terms`, { customSearchTerms: 'other words', searchNow: true }),
        actions: ['request.retried', 'request.search_terms_changed'],
      },
      'choosing a release': {
        status: 'awaiting_search',
        call: async (id) => own('select', { candidateId: (await world.addCandidates(id, [goodRelease()]))[0], overrideGates: true })(id),
        actions: ['request.release_chosen'],
      },
      'resuming a download': {
        status: 'failed',
        call: async (id) => {
          await addDownload(id);
          return decide('retry-download')(id);
        },
        actions: ['request.download_retried'],
      },
      'accepting files': { status: 'warn', call: decide('accept-import'), actions: ['request.import_accepted'] },
      'rejecting a release': { status: 'warn', call: decide('reject-release'), actions: ['request.release_rejected'] },
      'searching while nothing runs': { status: 'warn', call: own('search'), actions: ['request.searched'] },
      'searching before it is time': { status: 'awaiting_search', call: own('search'), actions: ['request.searched'] },
      'searching right before the search': { status: 'pending', call: own('search'), actions: ['request.searched'] },
    };

    for (const [index, [name, { status, call, actions }]] of Object.entries(ACTS).entries()) {
      it(`has one entry with the address after ${name}`, async () => {
        const id = await world.addRequest({ asin: `B00ACT${String(index).padStart(4, '0')}`, status });
        await world.database.transaction((tx) => tx.run('DELETE FROM audit_log'));

        const answer = await call(id);

        expect(answer.status).to.be.within(200, 299);
        expect(await entries(id)).to.deep.equal(
          actions.map((action) => ({ action, actorId: adminId, actorName: 'admin', address: '127.0.0.1' })),
        );
      });
    }

    it('has the address of who asks, who joins, and who asks for the ebook of somebody else’s request', async () => {
      const paul = await http.as('paul');
      const paulId = (await http.people.users.findByUsername('paul'))?.id ?? '';
      await http.people.users.update(paulId, { permissions: { autoApprove: true } }, { name: 'spec' });

      const { body } = await paul.post<{ request: { id: string } }>('/api/requests', { asin: DUNE.asin });
      await admin.post('/api/requests', { asin: DUNE.asin });
      const ebook = await admin.post<{ request: { id: string } }>(`/api/requests/${body.request.id}/fetch-ebook`);

      const at = { address: '127.0.0.1' };
      expect(await entries(body.request.id)).to.deep.equal([
        { ...at, action: 'request.joined', actorId: adminId, actorName: 'admin' },
        { ...at, action: 'request.created', actorId: paulId, actorName: 'paul' },
      ]);
      expect(await entries(ebook.body.request.id)).to.deep.equal([
        { ...at, action: 'request.created', actorId: adminId, actorName: 'admin' },
      ]);
    });

    it('says what was searched for: the words of an admin, or those made of the book', async () => {
      world.state.books.set('B00WORDS01', { ...DUNE, asin: 'B00WORDS01' });
      const known = await world.addRequest({ asin: 'B00WORDS01', status: 'failed', title: 'Other' });
      const unknown = await world.addRequest({ asin: 'B00WORDS02', status: 'failed', title: 'Persuasion', author: 'Jane Austen' });
      const worded = await world.addRequest({ asin: 'B00WORDS03', status: 'failed' });
      await admin.patch(`/api/admin/requests/${worded}/search-terms`, { customSearchTerms: 'dune vance' });

      for (const id of [known, unknown, worded]) await own('search')(id);

      expect(await detailOf(known, 'request.searched')).to.deep.equal({ title: 'Other', queries: ['Dune Frank Herbert', 'Dune'] });
      expect((await detailOf(unknown, 'request.searched'))?.['queries']).to.deep.equal(['Persuasion Jane Austen', 'Persuasion']);
      expect((await detailOf(worded, 'request.searched'))?.['queries']).to.deep.equal(['dune vance']);
      const queued = (await world.queued('request.interactive-search')).map(({ payload }) => payload['requestId']);
      expect(queued).to.include.members([known, unknown, worded]);
    });

    it('has nothing of a search that was refused', async () => {
      const id = await world.addRequest({ asin: 'B00REFUSE1', status: 'available' });

      expect((await own('search')(id)).status).to.equal(409);
      expect((await entries(id)).map(({ action }) => action)).to.deep.equal(['request.created']);
    });
  });
}
