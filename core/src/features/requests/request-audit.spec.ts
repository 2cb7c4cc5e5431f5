import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../platform/db/test-dialects.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { actionRoutes } from './action-routes.js';
import { actionFacts, type ActionName } from './request-actions.js';
import { requestRoutes } from './request-routes.js';
import type { RequestStatus } from '../lifecycle/statuses.js';
import { DUNE, goodRelease } from './request-fakes.spec.support.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

/** An admin's action on a request, and the words under which the audit log records it. */
interface Act {
  readonly title: string;
  readonly status: RequestStatus;
  /** Makes what the action needs. @returns the body of the call */
  readonly prepare?: (id: string, asin: string) => Promise<object | void>;
  readonly words: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly body: { readonly request?: { readonly id: string } };
}

for (const dialect of SERVICE_DIALECTS) {
  describe(`what people do to requests is in the audit log on ${dialect}`, () => {
    let world: RequestWorld;
    let http: TestHttp;
    let admin: TestClient;
    let adminId: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createRequestWorld(dialect);
      const { service, list, detail, candidates, database } = world;
      http = await startTestHttp({
        database,
        routes: [...requestRoutes({ service, list, detail, candidates }), ...actionRoutes({ service, list })],
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
    const call = (action: ActionName, id: string, body?: object): Promise<Answer> => {
      const { method, path } = actionFacts(action);
      const at = path.replace('{id}', id);
      if (method === 'DELETE') return admin.delete(`${at}?files=keep`);
      return method === 'PATCH' ? admin.patch(at, body) : admin.post(at, body);
    };
    const search = (id: string) => call('search', id);

    async function addDownload(requestId: string, state: 'failed' | 'completed'): Promise<void> {
      const at = world.now().toISOString();
      const id = randomUUID();
      await world.database.transaction(async (tx) => {
        await tx.insert('download_history', {
          id,
          requestId,
          integrationId: randomUUID(),
          itemId: 'a',
          state,
          release: '{}',
          releaseKey: 'k',
          ours: true,
          missingCount: 0,
          createdAt: at,
          updatedAt: at,
        });
        await tx.run('UPDATE requests SET current_download_id = ? WHERE id = ?', [id, requestId]);
      });
    }
    async function addCandidate(requestId: string): Promise<{ candidateId: string | undefined }> {
      const [candidateId] = await world.addCandidates(requestId, [goodRelease()]);
      return { candidateId };
    }

    // what is uploaded is given to a request by a job, which has a spec of its own
    const ACTS: Readonly<Record<Exclude<ActionName, 'import_upload'>, readonly Act[]>> = {
      approve: [
        { title: 'approving', status: 'awaiting_approval', prepare: async () => ({}), words: ['approved'] },
        {
          title: 'approving what is not out yet',
          status: 'awaiting_approval',
          prepare: async (_id, asin) => {
            world.state.books.set(asin, { ...DUNE, asin, releaseDate: '2099-01-01' });
            return {};
          },
          words: ['approved'],
        },
        { title: 'approving with a release', status: 'awaiting_approval', prepare: addCandidate, words: ['release_chosen'] },
      ],
      undo_approval: [{ title: 'taking an approval back', status: 'searching', words: ['approval_undone'] }],
      undo_denial: [{ title: 'taking a denial back', status: 'denied', words: ['denial_undone'] }],
      deny: [{ title: 'denying', status: 'awaiting_approval', prepare: async () => ({ reason: 'No.' }), words: ['denied'] }],
      cancel: [{ title: 'cancelling', status: 'awaiting_search', words: ['cancelled'] }],
      retry: [
        { title: 'retrying', status: 'failed', words: ['retried'] },
        {
          title: 'retrying what is downloaded',
          status: 'failed',
          prepare: (id) => addDownload(id, 'completed'),
          words: ['import_retried'],
        },
      ],
      set_any_reading: [
        {
          title: 'taking any reading',
          status: 'awaiting_approval',
          prepare: async () => ({ anyReading: true }),
          words: ['any_reading_changed'],
        },
        {
          title: 'taking any reading, and searching',
          status: 'awaiting_search',
          prepare: async () => ({ anyReading: true }),
          words: ['retried', 'any_reading_changed'],
        },
      ],
      set_search_terms: [
        {
          title: 'setting search terms',
          status: 'failed',
          prepare: async () => ({ customSearchTerms: 'other words' }),
          words: ['search_terms_changed'],
        },
        {
          title: 'setting search terms, and searching',
          status: 'failed',
          prepare: async () => ({ customSearchTerms: 'other words', searchNow: true }),
          words: ['retried', 'search_terms_changed'],
        },
      ],
      select: [
        {
          title: 'choosing a release',
          status: 'awaiting_search',
          prepare: async (id) => ({ ...(await addCandidate(id)), overrideGates: true }),
          words: ['release_chosen'],
        },
      ],
      fetch_ebook: [
        {
          title: 'asking for an ebook, at the request that it makes',
          status: 'available',
          prepare: async (_id, asin) => void world.state.books.set(asin, { ...DUNE, asin }),
          words: ['created'],
        },
      ],
      retry_download: [
        {
          title: 'resuming a download',
          status: 'failed',
          prepare: (id) => addDownload(id, 'failed'),
          words: ['download_retried'],
        },
      ],
      accept_import: [{ title: 'accepting files', status: 'warn', words: ['import_accepted'] }],
      merge_chapters: [
        {
          title: 'choosing to merge',
          status: 'downloading',
          prepare: async () => ({ mergeChapters: true }),
          words: ['merge_chapters_changed'],
        },
      ],
      manual_import: [
        { title: 'importing files', status: 'failed', prepare: async () => ({ path: '/srv/dune' }), words: ['manual_import'] },
      ],
      reject_release: [{ title: 'rejecting a release', status: 'warn', words: ['release_rejected'] }],
      delete: [
        { title: 'deleting', status: 'available', words: ['deleted'] },
        { title: 'deleting what is under way', status: 'downloading', words: ['deleted'] },
      ],
      search: [
        { title: 'searching while nothing runs', status: 'warn', words: ['searched'] },
        { title: 'searching before it is time', status: 'awaiting_search', words: ['searched'] },
        { title: 'searching right before the search', status: 'pending', words: ['searched'] },
      ],
    };
    const cases = (Object.entries(ACTS) as [ActionName, readonly Act[]][]).flatMap(([action, acts]) =>
      acts.map((act) => ({ ...act, action })),
    );

    for (const [index, { action, title, status, prepare, words }] of cases.entries()) {
      it(`has one entry with the address after ${title}`, async () => {
        const asin = `B00ACT${String(index).padStart(4, '0')}`;
        const id = await world.addRequest({ asin, status });
        const body = (await prepare?.(id, asin)) ?? undefined;
        await world.database.transaction((tx) => tx.run('DELETE FROM audit_log'));

        const answer = await call(action, id, body);

        expect(answer.status).to.be.within(200, 299);
        expect(await entries(answer.body.request?.id ?? id)).to.deep.equal(
          words.map((word) => ({ action: `request.${word}`, actorId: adminId, actorName: 'admin', address: '127.0.0.1' })),
        );
      });
    }

    it('has a case for every word of the table', () => {
      for (const [action, acts] of Object.entries(ACTS) as [ActionName, readonly Act[]][]) {
        const { moves, audited } = actionFacts(action);
        const known = audited === undefined ? Object.values(moves) : [...Object.values(moves), audited];
        expect(
          acts.flatMap(({ words }) => words),
          action,
        ).to.include.members(known);
      }
    });

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

      for (const id of [known, unknown, worded]) await search(id);

      expect(await detailOf(known, 'request.searched')).to.deep.equal({ title: 'Other', queries: ['Dune Frank Herbert', 'Dune'] });
      expect((await detailOf(unknown, 'request.searched'))?.['queries']).to.deep.equal(['Persuasion Jane Austen', 'Persuasion']);
      expect((await detailOf(worded, 'request.searched'))?.['queries']).to.deep.equal(['dune vance']);
      const queued = (await world.queued('request.interactive-search')).map(({ payload }) => payload['requestId']);
      expect(queued).to.include.members([known, unknown, worded]);
    });

    it('has nothing of a search that was refused', async () => {
      const id = await world.addRequest({ asin: 'B00REFUSE1', status: 'available' });

      expect((await search(id)).status).to.equal(409);
      expect((await entries(id)).map(({ action }) => action)).to.deep.equal(['request.created']);
    });
  });
}
