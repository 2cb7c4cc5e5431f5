import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { ApiError } from '../../platform/http/problem.js';
import { createRequestWorld, DUNE, fakeClient, goodRelease, type RequestWorld } from './request-world.spec.support.js';
import { REQUEST_STATUSES, type RequestStatus } from '../lifecycle/statuses.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { TransitionConflict } from '../lifecycle/transitions.js';

const INPUT = { asin: DUNE.asin, type: 'audiobook', origin: 'manual' } as const;
const SIBLING = 'B0SIBLING1';

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${error.code}` : `not an ApiError: ${String(error)}`;
  }
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`request service on ${dialect}`, () => {
    let world: RequestWorld;
    const paul = () => world.callerOf('paul');
    const chani = () => world.callerOf('chani');
    const admin = () => world.callerOf('admin');
    const trusted = (id = 'paul') =>
      world.callerOf(id, { permissions: { autoApprove: true, interactiveSearch: true, downloadAccess: true } });

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createRequestWorld(dialect);
      for (const id of ['paul', 'chani', 'admin']) await world.addUser(id);
      world.state.siblings.set(DUNE.asin, [SIBLING]);
      world.state.siblings.set(SIBLING, [DUNE.asin]);
      world.state.books.set(SIBLING, { ...DUNE, asin: SIBLING });
    });
    afterEach(async () => {
      await world?.remove();
    });

    const ignore = (asin: string) =>
      world.database.transaction((tx) =>
        tx.insert('ignored_audiobooks', { id: 'i1', userId: 'paul', asin, createdAt: world.now().toISOString() }),
      );
    const create = (caller = paul(), input: Partial<Parameters<typeof world.service.create>[1]> = {}) =>
      world.service.create(caller, { ...INPUT, ...input });

    describe('asking', () => {
      it('waits for approval unless the person needs none', async () => {
        const { requestId } = await create();
        expect(await world.status(requestId)).to.equal('awaiting_approval');
        expect(await world.queued('request.search')).to.have.length(0);
        const other = await create(trusted('chani'));
        expect(other.outcome).to.equal('created');
        expect(await world.status(other.requestId)).to.equal('pending');
        expect(await world.queued('request.search')).to.have.length(1);
      });

      it('refuses in the order of the rules', async () => {
        world.state.veto['request.submitting'] = () => ({ refuse: 'no' });
        await ignore(SIBLING);
        const first = await world.addRequest();
        world.state.owned.add(SIBLING);
        expect(await codeOf(create(paul(), { origin: 'shelf' }))).to.equal('409 already_available');
        world.state.owned.clear();
        expect(await codeOf(create(paul(), { origin: 'shelf' }))).to.equal('409 ignored');
        expect(await codeOf(create(paul(), { bypassIgnore: true }))).to.equal('409 duplicate');
        expect(await codeOf(create(paul(), { asin: SIBLING, bypassIgnore: true }))).to.equal('409 duplicate');
        expect(await create(chani())).to.deep.equal({ outcome: 'joined', requestId: first });
        await world.service.cancel(paul(), first);
        await world.database.transaction((tx) => tx.run('UPDATE users SET quota_limit = 0, quota_days = 7 WHERE id = ?', ['paul']));
        expect(await codeOf(create(paul(), { bypassIgnore: true }))).to.equal('409 quota_exceeded');
        await world.database.transaction((tx) => tx.run('UPDATE users SET quota_limit = 2 WHERE id = ?', ['paul']));
        expect(await codeOf(create(paul(), { bypassIgnore: true }))).to.equal('403 refused_by_plugin');
      });

      for (const origin of ['manual', 'api-token'] as const) {
        it(`asks back about an ignored book, and takes it when the person means it (${origin})`, async () => {
          await ignore(SIBLING);
          expect(await codeOf(create(paul(), { origin }))).to.equal('409 ignored');
          expect((await create(paul(), { origin, bypassIgnore: true })).outcome).to.equal('created');
        });
      }

      for (const origin of ['shelf', 'watch-series', 'watch-author'] as const) {
        it(`never asks for an ignored book by itself (${origin})`, async () => {
          await ignore(SIBLING);
          expect(await codeOf(create(paul(), { origin, bypassIgnore: true }))).to.equal('409 ignored');
        });
      }

      it('keeps one person’s ignore list from another’s requests', async () => {
        await ignore(DUNE.asin);
        expect((await create(chani())).outcome).to.equal('created');
      });

      it('counts a quota in a rolling window', async () => {
        await world.database.transaction((tx) => tx.run('UPDATE users SET quota_limit = 1, quota_days = 1 WHERE id = ?', ['paul']));
        await create();
        world.state.books.set('B000000002', { ...DUNE, asin: 'B000000002' });
        expect(await codeOf(create(paul(), { asin: 'B000000002' }))).to.equal('409 quota_exceeded');
        world.state.offset = 25 * 3_600_000;
        expect(await codeOf(create(paul(), { asin: 'B000000002' }))).to.equal('none');
      });

      describe('on behalf of somebody', () => {
        it('makes the request theirs, with the admin’s permission and beside their limit, and says who did it', async () => {
          await world.database.transaction((tx) => tx.run('UPDATE users SET quota_limit = 0, quota_days = 7 WHERE id = ?', ['paul']));

          const { requestId } = await world.service.createFor(admin(), 'paul', { ...INPUT, note: 'For you.' });

          expect(await world.request(requestId)).to.include({ userId: 'paul', status: 'pending', note: 'For you.', origin: 'manual' });
          const [event] = (await world.detail(requestId, paul()))?.timeline ?? [];
          expect(event).to.include({ event: 'created', message: 'admin asked for it for paul.' });
          expect(event?.actor?.id).to.equal('admin');
          expect(await codeOf(create(paul()))).to.equal('409 duplicate');
        });

        it('follows their ignore list and their requests', async () => {
          await ignore(SIBLING);
          expect(await codeOf(world.service.createFor(admin(), 'paul', INPUT))).to.equal('409 ignored');
          expect((await world.service.createFor(admin(), 'paul', { ...INPUT, bypassIgnore: true })).outcome).to.equal('created');
          expect(await world.service.createFor(admin(), 'chani', INPUT)).to.include({ outcome: 'joined' });
        });

        it('is for admins, and for people who are there', async () => {
          expect(await codeOf(world.service.createFor(paul(), 'chani', INPUT))).to.equal('403 admin_required');
          expect(await codeOf(world.service.createFor(admin(), 'nobody', INPUT))).to.equal('404 not_found');
          await world.database.transaction((tx) => tx.run("UPDATE users SET state = 'disabled' WHERE id = 'chani'"));
          expect(await codeOf(world.service.createFor(admin(), 'chani', INPUT))).to.equal('404 not_found');
        });
      });

      it('makes one request of a double click', async () => {
        const codes = await Promise.all([codeOf(create()), codeOf(create()), codeOf(create())]);
        expect(codes.sort()).to.deep.equal(['409 duplicate', '409 duplicate', 'none']);
        expect(await world.database.read.all('SELECT id FROM requests')).to.have.length(1);
      });

      it('lets a second person join and be told', async () => {
        const first = await create(trusted());
        expect(await create(chani())).to.deep.equal({ outcome: 'joined', requestId: first.requestId });
        const subscribers = await world.database.read.all<{ userId: string }>('SELECT user_id FROM request_subscribers');
        expect(subscribers).to.deep.equal([{ userId: 'chani' }]);
        expect(await world.events(first.requestId)).to.include('joined');
      });

      for (const status of ['awaiting_approval', 'denied', 'cancelled', 'failed'] as const) {
        it(`is not blocked by somebody's ${status} request`, async () => {
          await world.addRequest({ status });
          expect((await create(chani())).outcome).to.equal('created');
        });
      }

      it('holds a book that is not out yet', async () => {
        world.state.books.set(DUNE.asin, { ...DUNE, releaseDate: '2099-01-01' });
        const { requestId } = await create(trusted());
        expect(await world.status(requestId)).to.equal('awaiting_release');
        expect((await world.reason(requestId))?.nextAt).to.equal('2099-01-01T00:00:00.000Z');
        expect(await world.queued('request.search')).to.have.length(0);
      });

      it('lets a plugin approve or refuse', async () => {
        world.state.veto['request.approving'] = () => ({ approve: true });
        expect(await world.status((await create()).requestId)).to.equal('pending');
        world.state.veto['request.approving'] = () => ({ refuse: 'not today' });
        expect(await codeOf(create(paul(), { type: 'ebook' }))).to.equal('403 refused_by_plugin');
      });

      it('answers for a book nobody knows and for a dead catalogue', async () => {
        expect(await codeOf(create(paul(), { asin: 'B0UNKNOWN1' }))).to.equal('404 unknown_book');
        world.state.catalogDown = true;
        const known = { title: 'Dune', author: 'Frank Herbert' };
        expect((await create(paul(), { known })).outcome).to.equal('created');
      });

      describe('the ebook of an audiobook request', () => {
        const ebook = (caller: ReturnType<typeof paul>, id: string) => world.service.fetchEbook(caller, id);
        const rowOf = (id: string) =>
          world.database.read.get<{ userId: string; type: string; parentRequestId: string; status: string }>(
            'SELECT user_id, type, parent_request_id, status FROM requests WHERE id = ?',
            [id],
          );

        it('is a request of its own that belongs to it, in every state but refused ones', async () => {
          const parent = await world.addRequest({ status: 'available' });
          const { requestId } = await ebook(trusted(), parent);
          expect(await rowOf(requestId)).to.deep.equal({ userId: 'paul', type: 'ebook', parentRequestId: parent, status: 'pending' });
          expect(await codeOf(ebook(trusted(), parent))).to.equal('409 duplicate');
          expect(await codeOf(ebook(trusted(), requestId))).to.equal('409 request_state');
        });

        it('belongs to the audiobook request of the same person and recording, however and in whichever order they were made', async () => {
          const audiobook = await create(trusted());
          const ebook = await create(trusted(), { asin: SIBLING, type: 'ebook', origin: 'api-token' });
          expect((await rowOf(ebook.requestId))?.parentRequestId).to.equal(audiobook.requestId);
        });

        it('is adopted by the audiobook request that comes after it, and by the next one when that was closed', async () => {
          const { requestId: ebook } = await create(paul(), { type: 'ebook' });
          expect((await rowOf(ebook))?.parentRequestId).to.equal(null);

          const first = await create(paul(), { asin: SIBLING, origin: 'shelf' });
          expect((await rowOf(ebook))?.parentRequestId).to.equal(first.requestId);

          await world.service.cancel(paul(), first.requestId);
          const second = await create(paul());
          expect((await rowOf(ebook))?.parentRequestId).to.equal(second.requestId);
          expect((await world.detail(second.requestId, paul()))?.ebookRequest).to.deep.equal({ id: ebook, status: 'awaiting_approval' });
        });

        it('does not belong to a closed audiobook request, nor to somebody else’s, nor to that of another recording', async () => {
          await world.addRequest({ status: 'cancelled' });
          await world.addRequest({ user: 'chani', status: 'awaiting_approval' });
          world.state.books.set('B000000002', { ...DUNE, asin: 'B000000002' });
          await create(paul(), { asin: 'B000000002' });

          const { requestId } = await create(paul(), { type: 'ebook' });

          expect((await rowOf(requestId))?.parentRequestId).to.equal(null);
        });

        it('waits for an approval as any request, unless an admin asks for it in the name of its owner', async () => {
          const first = await world.addRequest({ status: 'downloading' });
          const { requestId } = await ebook(paul(), first);
          expect((await rowOf(requestId))?.status).to.equal('awaiting_approval');
          await world.service.cancel(paul(), requestId);

          const asked = await ebook(admin(), first);
          expect(await rowOf(asked.requestId)).to.deep.include({ userId: 'paul', status: 'pending' });
        });

        for (const status of ['awaiting_approval', 'denied', 'cancelled'] as const) {
          it(`is not to be had for one that is ${status}`, async () => {
            expect(await codeOf(ebook(paul(), await world.addRequest({ status })))).to.equal('409 request_state');
          });
        }

        it('is nobody else’s to ask for', async () => {
          expect(await codeOf(ebook(chani(), await world.addRequest({ status: 'available' })))).to.equal('409 request_state');
        });
      });

      it('does not ask for an ebook that a media server lists, and still for the audiobook', async () => {
        world.state.ownedEbooks.add(INPUT.asin);
        expect(await codeOf(create(paul(), { type: 'ebook' }))).to.equal('409 already_available');
        expect((await create(paul())).outcome).to.equal('created');
      });

      it('does not ask twice for an ebook that is in the library', async () => {
        await world.addRequest({ user: 'chani', type: 'ebook', status: 'downloaded' });
        expect(await codeOf(create(paul(), { type: 'ebook' }))).to.equal('409 already_available');
      });
    });

    describe('approval', () => {
      it('cannot be passed by cancelling and retrying', async () => {
        const { requestId } = await create();
        await world.service.cancel(paul(), requestId);
        expect(await codeOf(world.service.retry(paul(), requestId))).to.equal('409 request_state');
        expect(await codeOf(world.service.retry(admin(), requestId))).to.equal('none');
      });

      it('cannot be passed by choosing a release', async () => {
        const { requestId } = await create();
        const [candidate = ''] = await world.addCandidates(requestId, [goodRelease()]);
        const curious = world.callerOf('paul', { permissions: { autoApprove: false, interactiveSearch: true, downloadAccess: false } });
        expect(await codeOf(world.service.select(curious, requestId, candidate, false))).to.equal('409 request_state');
        expect(await world.status(requestId)).to.equal('awaiting_approval');
      });

      it('with a candidate takes it, and only while it is asked for', async () => {
        const { requestId } = await create();
        const [candidate = ''] = await world.addCandidates(requestId, [goodRelease()]);
        expect(await codeOf(world.service.approve(admin(), requestId, { candidateId: '00000000-0000-4000-8000-000000000000' }))).to.equal(
          '404 unknown_candidate',
        );
        await world.service.approve(admin(), requestId, { candidateId: candidate });
        expect(await world.status(requestId)).to.equal('downloading');
        expect((await world.queued('request.grab'))[0]?.payload).to.include({ candidateId: candidate });
        expect(await codeOf(world.service.approve(admin(), requestId, { candidateId: candidate }))).to.equal('409 request_state');
      });

      it('of a book that is not out yet waits for its date', async () => {
        world.state.books.set(DUNE.asin, { ...DUNE, releaseDate: '2099-01-01' });
        const { requestId } = await create();
        await world.service.approve(admin(), requestId);
        expect(await world.status(requestId)).to.equal('awaiting_release');
      });

      it('denied is told with its reason, and the person may ask again', async () => {
        const { requestId } = await create();
        await world.service.deny(admin(), requestId, 'Too long.');
        expect((await world.reason(requestId))?.message).to.equal('Too long.');
        expect(world.notified.map((entry) => entry.event)).to.include('request_denied');
        expect(await codeOf(world.service.retry(paul(), requestId))).to.equal('409 request_state');
        expect((await create()).outcome).to.equal('created');
      });
    });

    describe('actions', () => {
      const allowed: Record<string, readonly RequestStatus[]> = {
        cancel: REQUEST_STATUSES.filter((status) => !['denied', 'available', 'failed', 'cancelled'].includes(status)),
        retry: ['failed', 'warn', 'awaiting_search', 'awaiting_release', 'awaiting_import', 'cancelled', 'denied'],
        approve: ['awaiting_approval'],
        deny: ['awaiting_approval'],
        acceptImport: ['warn'],
        rejectRelease: ['warn'],
      };
      for (const [name, statuses] of Object.entries(allowed)) {
        it(`${name} answers 409 request_state where it is not possible`, async () => {
          for (const [index, status] of REQUEST_STATUSES.entries()) {
            const id = await world.addRequest({ status, asin: `B1000000${index + 10}` });
            const call = {
              cancel: () => world.service.cancel(admin(), id),
              retry: () => world.service.retry(admin(), id),
              approve: () => world.service.approve(admin(), id),
              deny: () => world.service.deny(admin(), id, 'no'),
              acceptImport: () => world.service.acceptImport(admin(), id),
              rejectRelease: () => world.service.rejectRelease(admin(), id),
            }[name];
            expect(await codeOf(call?.() ?? Promise.resolve()), status).to.equal(statuses.includes(status) ? 'none' : '409 request_state');
          }
        });
      }

      it('answer 404 for a request that is not there', async () => {
        const id = '00000000-0000-4000-8000-000000000000';
        const { service } = world;
        for (const work of [
          () => service.cancel(admin(), id),
          () => service.deny(admin(), id, 'x'),
          () => service.acceptImport(admin(), id),
        ])
          expect(await codeOf(work())).to.equal('404 not_found');
      });

      it('do not revive a request beside a newer one', async () => {
        const old = await world.addRequest({ status: 'failed' });
        await world.addRequest({ asin: SIBLING });
        expect(await codeOf(world.service.retry(paul(), old))).to.equal('409 duplicate');
        expect(await codeOf(world.service.setSearchTerms(admin(), old, 'other words', true))).to.equal('409 duplicate');
        expect(await world.request(old)).to.include({ status: 'failed', customSearchTerms: null });
        expect(await codeOf(world.service.setSearchTerms(admin(), old, 'other words', false))).to.equal('none');
      });

      it('say that an ended request is in no state for them before they say that a newer one is there', async () => {
        const { service } = world;
        const ended = [await world.addRequest({ status: 'failed' }), await world.addRequest({ status: 'cancelled', asin: SIBLING })];
        await world.addRequest({ asin: SIBLING });

        for (const id of ended) {
          expect(await codeOf(service.deny(admin(), id, 'no'))).to.equal('409 request_state');
          expect(await codeOf(service.acceptImport(admin(), id))).to.equal('409 request_state');
          expect(await codeOf(service.rejectRelease(admin(), id))).to.equal('409 request_state');
        }
      });

      it('set search terms and search although a job moves the request at the same moment', async () => {
        const id = await world.addRequest({ status: 'awaiting_search' });
        const { transitions } = world;
        const { apply } = transitions;
        let conflicts = 1;
        transitions.apply = (...args) =>
          conflicts-- > 0 ? Promise.reject(new TransitionConflict('moved by a job')) : apply.apply(transitions, args);

        await world.service.setSearchTerms(admin(), id, 'other words', true);

        expect(await world.request(id)).to.include({ status: 'pending', customSearchTerms: 'other words' });
      });

      it('leave a request that waits for an admin to an admin', async () => {
        const id = await world.addRequest({ status: 'warn' });
        expect(await codeOf(world.service.retry(paul(), id))).to.equal('409 request_state');
      });

      it('do not cancel an ebook that has ended', async () => {
        const id = await world.addRequest({ status: 'downloaded', type: 'ebook' });
        expect(await codeOf(world.service.cancel(paul(), id))).to.equal('409 request_state');
      });

      it('cancel ends the jobs and removes the download', async () => {
        const id = await world.addRequest({ status: 'downloading' });
        await world.database.transaction(async (tx) => {
          await world.jobs.enqueue(tx, { name: 'request.grab', payload: { requestId: id }, subject: `request:${id}` });
          await tx.run('UPDATE requests SET current_download_id = ? WHERE id = ?', ['d1', id]);
        });
        await world.service.cancel(paul(), id);
        expect(await world.queued('request.grab')).to.have.length(0);
        expect((await world.queued('download.remove'))[0]?.payload).to.deep.equal({ downloadId: 'd1' });
      });

      it('retry goes on with files that are here', async () => {
        const id = await world.addRequest({ status: 'awaiting_import' });
        await world.database.transaction(async (tx) => {
          const download = await world.downloads.create(tx, {
            requestId: id,
            candidateId: 'c',
            integrationId: 'client-1',
            releaseKey: 'k',
            release: { title: 'Dune', protocol: 'torrent', indexer: 'Tracker' },
          });
          await world.downloads.set(tx, download, { state: 'completed' });
          await tx.run('UPDATE requests SET current_download_id = ? WHERE id = ?', [download, id]);
        });
        await world.service.retry(paul(), id);
        expect(await world.status(id)).to.equal('processing');
      });

      it('retry of a download asks the client afresh', async () => {
        const client = fakeClient('client-1');
        await world.addIntegration(client);
        const id = await world.addRequest({ status: 'failed' });
        expect(await codeOf(world.service.retryDownload(admin(), id))).to.equal('409 no_download');
        await world.database.transaction(async (tx) => {
          const download = await world.downloads.create(tx, {
            requestId: id,
            candidateId: 'c',
            integrationId: 'client-1',
            releaseKey: 'k',
            release: { title: 'Dune', protocol: 'torrent', indexer: 'Tracker' },
          });
          await world.downloads.set(tx, download, { state: 'failed', error: 'old', itemId: 'item' });
        });
        await world.service.retryDownload(admin(), id);
        expect((await world.history(id))[0]).to.include({ state: 'created', error: null });
        client.items.set('item', { state: 'downloading' });
        await world.service.retryDownload(admin(), id);
        expect((await world.history(id))[0]?.state).to.equal('added');
        expect(await codeOf(world.service.retryDownload(admin(), await world.addRequest({ user: 'chani' })))).to.equal('409 no_download');
      });

      it('retry of a download says that the client does not answer, and changes nothing', async () => {
        const client = fakeClient('client-1');
        await world.addIntegration(client);
        const id = await world.addRequest({ status: 'failed' });
        await world.database.transaction(async (tx) => {
          const download = await world.downloads.create(tx, {
            requestId: id,
            candidateId: 'c',
            integrationId: 'client-1',
            releaseKey: 'k',
            release: { title: 'Dune', protocol: 'torrent', indexer: 'Tracker' },
          });
          await world.downloads.set(tx, download, { state: 'failed', error: 'old', itemId: 'item' });
        });
        for (const code of ['INTEGRATION_UNAVAILABLE', 'INTEGRATION_ABORTED', 'INTEGRATION_UNAUTHORIZED'] as const) {
          client.failure = new IntegrationError(code, 'connection refused');
          expect(await codeOf(world.service.retryDownload(admin(), id))).to.equal('502 integration_failed');
        }
        const error: unknown = await world.service.retryDownload(admin(), id).catch((caught: unknown) => caught);
        expect((error as Error).message).to.include(client.name);
        expect(await world.status(id)).to.equal('failed');
        expect((await world.history(id))[0]).to.include({ state: 'failed', error: 'old' });
      });

      it('wake what waits for an integration, and nothing else', async () => {
        const waiting = await world.addRequest({ status: 'awaiting_search' });
        await world.addRequest({ status: 'awaiting_search', user: 'chani' });
        await world.database.transaction((tx) => world.transitions.setReason(tx, waiting, waitReason('no_indexer')));
        expect(await world.service.wakeWaiting(['no_indexer'])).to.equal(1);
        expect((await world.queued('request.search')).map((job) => job.payload)).to.deep.equal([{ requestId: waiting }]);
      });
    });
  });
}
