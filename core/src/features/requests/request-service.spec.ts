import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { REQUEST_STATUSES, type RequestStatus } from '../lifecycle/statuses.js';
import { TransitionConflict } from '../lifecycle/transitions.js';
import { DUNE, fakeClient, goodRelease } from './request-fakes.spec.support.js';
import { SIBLING, codeOf, useRequestService } from './request-service.spec.support.js';

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`request service on ${dialect}`, () => {
    const scene = useRequestService(dialect);
    const { paul, admin, create } = scene;

    describe('approval', () => {
      it('cannot be passed by cancelling and retrying', async () => {
        const { requestId } = await create();
        await scene.world.service.cancel(paul(), requestId);
        expect(await codeOf(scene.world.service.retry(paul(), requestId))).to.equal('409 request_state');
        expect(await codeOf(scene.world.service.retry(admin(), requestId))).to.equal('none');
      });

      it('cannot be passed by choosing a release', async () => {
        const { requestId } = await create();
        const [candidate = ''] = await scene.world.addCandidates(requestId, [goodRelease()]);
        const curious = scene.world.callerOf('paul', {
          permissions: { autoApprove: false, interactiveSearch: true, downloadAccess: false },
        });
        expect(await codeOf(scene.world.service.select(curious, requestId, candidate, false))).to.equal('409 request_state');
        expect(await scene.world.status(requestId)).to.equal('awaiting_approval');
      });

      it('with a candidate takes it, and only while it is asked for', async () => {
        const { requestId } = await create();
        const [candidate = ''] = await scene.world.addCandidates(requestId, [goodRelease()]);
        expect(
          await codeOf(scene.world.service.approve(admin(), requestId, { candidateId: '00000000-0000-4000-8000-000000000000' })),
        ).to.equal('404 unknown_candidate');
        await scene.world.service.approve(admin(), requestId, { candidateId: candidate });
        expect(await scene.world.status(requestId)).to.equal('downloading');
        expect((await scene.world.queued('request.grab'))[0]?.payload).to.include({ candidateId: candidate });
        expect(await codeOf(scene.world.service.approve(admin(), requestId, { candidateId: candidate }))).to.equal('409 request_state');
      });

      it('of a book that is not out yet waits for its date', async () => {
        scene.world.state.books.set(DUNE.asin, { ...DUNE, releaseDate: '2099-01-01' });
        const { requestId } = await create();
        await scene.world.service.approve(admin(), requestId);
        expect(await scene.world.status(requestId)).to.equal('awaiting_release');
      });

      it('denied is told with its reason, and the person may ask again', async () => {
        const { requestId } = await create();
        await scene.world.service.deny(admin(), requestId, 'Too long.');
        expect((await scene.world.reason(requestId))?.message).to.equal('Too long.');
        expect(scene.world.notified.map((entry) => entry.event)).to.include('request_denied');
        expect(await codeOf(scene.world.service.retry(paul(), requestId))).to.equal('409 request_state');
        expect((await create()).outcome).to.equal('created');
      });

      it('waits for approval again after its denial was taken back, of which the person is told, and is denied again', async () => {
        const { requestId } = await create();
        await scene.world.service.deny(admin(), requestId, 'Too long.');
        expect(await codeOf(scene.world.service.undoDenial(paul(), requestId))).to.equal('409 request_state');
        await scene.world.service.undoDenial(admin(), requestId);

        expect(await scene.world.request(requestId)).to.include({ status: 'awaiting_approval' });
        expect((await scene.world.reason(requestId))?.code).to.equal('awaiting_approval');
        expect(scene.world.notified.map(({ event }) => event).slice(-2)).to.deep.equal(['request_denied', 'request_reopened']);
        expect(await codeOf(scene.world.service.deny(admin(), requestId, 'Too long.'))).to.equal('none');
      });

      it('taken back waits for approval again, without its search, and the person is told', async () => {
        const { requestId } = await create();
        await scene.world.service.approve(admin(), requestId);
        expect(await scene.world.queued('request.search')).to.have.length(1);
        expect(await codeOf(scene.world.service.undoApproval(paul(), requestId))).to.equal('409 request_state');

        await scene.world.service.undoApproval(admin(), requestId);

        expect(await scene.world.status(requestId)).to.equal('awaiting_approval');
        expect((await scene.world.reason(requestId))?.code).to.equal('awaiting_approval');
        expect(await scene.world.queued('request.search')).to.have.length(0);
        expect(scene.world.notified.map(({ event }) => event).slice(-2)).to.deep.equal(['request_approved', 'request_reopened']);
        expect(await codeOf(scene.world.service.approve(admin(), requestId))).to.equal('none');
      });

      it('taken back cannot be passed by cancelling and retrying, and given again it can', async () => {
        const { requestId } = await create();
        const { service } = scene.world;
        await service.approve(admin(), requestId);
        await service.undoApproval(admin(), requestId);
        await service.cancel(paul(), requestId);
        expect(await codeOf(service.retry(paul(), requestId))).to.equal('409 request_state');

        await service.retry(admin(), requestId);
        await service.cancel(paul(), requestId);
        expect(await codeOf(service.retry(paul(), requestId))).to.equal('none');
      });

      it('is not taken back from what a download client was given, not even at the same moment', async () => {
        const given = await scene.world.addRequest({ status: 'downloading', asin: 'B200000001' });
        const taken = async (): Promise<void> => {
          await scene.world.database.transaction((tx) =>
            tx.run('UPDATE requests SET download_attempts = 1, version = version + 1 WHERE id = ?', [given]),
          );
        };
        const { requests } = scene.world;
        const row = requests.row.bind(requests);
        let looks = 0;
        requests.row = async (id) => {
          const found = await row(id);
          looks += 1;
          if (looks === 2) await taken();
          return found;
        };
        const refused = await codeOf(scene.world.service.undoApproval(admin(), given));
        requests.row = row;

        expect([refused, await scene.world.status(given)]).to.deep.equal(['409 request_state', 'downloading']);
      });

      it('stays denied where the person has asked for the book again', async () => {
        const { requestId } = await create();
        await scene.world.service.deny(admin(), requestId, 'Too long.');
        await create();

        expect(await codeOf(scene.world.service.undoDenial(admin(), requestId))).to.equal('409 duplicate');
      });
    });

    describe('actions', () => {
      const allowed: Record<string, readonly RequestStatus[]> = {
        cancel: REQUEST_STATUSES.filter((status) => !['denied', 'available', 'failed', 'cancelled'].includes(status)),
        retry: ['failed', 'warn', 'awaiting_search', 'awaiting_release', 'awaiting_import', 'cancelled', 'denied'],
        approve: ['awaiting_approval'],
        deny: ['awaiting_approval'],
        undoApproval: ['pending', 'awaiting_release', 'searching', 'awaiting_search', 'downloading'],
        undoDenial: ['denied'],
        acceptImport: ['warn'],
        rejectRelease: ['warn'],
        importFiles: REQUEST_STATUSES.filter((status) => !['processing', 'downloaded', 'available'].includes(status)),
      };
      for (const [name, statuses] of Object.entries(allowed)) {
        it(`${name} answers 409 request_state where it is not possible`, async () => {
          for (const [index, status] of REQUEST_STATUSES.entries()) {
            const id = await scene.world.addRequest({ status, asin: `B1000000${index + 10}` });
            const call = {
              cancel: () => scene.world.service.cancel(admin(), id),
              retry: () => scene.world.service.retry(admin(), id),
              approve: () => scene.world.service.approve(admin(), id),
              deny: () => scene.world.service.deny(admin(), id, 'no'),
              undoApproval: () => scene.world.service.undoApproval(admin(), id),
              undoDenial: () => scene.world.service.undoDenial(admin(), id),
              acceptImport: () => scene.world.service.acceptImport(admin(), id),
              importFiles: () => scene.world.service.importFiles(admin(), id, { path: '/srv/dune' }, new AbortController().signal),
              rejectRelease: () => scene.world.service.rejectRelease(admin(), id),
            }[name];
            expect(await codeOf(call?.() ?? Promise.resolve()), status).to.equal(statuses.includes(status) ? 'none' : '409 request_state');
          }
        });
      }

      it('answer 404 for a request that is not there', async () => {
        const id = '00000000-0000-4000-8000-000000000000';
        const { service } = scene.world;
        for (const work of [
          () => service.cancel(admin(), id),
          () => service.deny(admin(), id, 'x'),
          () => service.acceptImport(admin(), id),
        ])
          expect(await codeOf(work())).to.equal('404 not_found');
      });

      it('do not revive a request beside a newer one', async () => {
        const old = await scene.world.addRequest({ status: 'failed' });
        await scene.world.addRequest({ asin: SIBLING });
        expect(await codeOf(scene.world.service.retry(paul(), old))).to.equal('409 duplicate');
        expect(await codeOf(scene.world.service.setSearchTerms(admin(), old, 'other words', true))).to.equal('409 duplicate');
        expect(await scene.world.request(old)).to.include({ status: 'failed', customSearchTerms: null });
        expect(await codeOf(scene.world.service.setSearchTerms(admin(), old, 'other words', false))).to.equal('none');
      });

      it('say that an ended request is in no state for them before they say that a newer one is there', async () => {
        const { service } = scene.world;
        const ended = [
          await scene.world.addRequest({ status: 'failed' }),
          await scene.world.addRequest({ status: 'cancelled', asin: SIBLING }),
        ];
        await scene.world.addRequest({ asin: SIBLING });

        for (const id of ended) {
          expect(await codeOf(service.deny(admin(), id, 'no'))).to.equal('409 request_state');
          expect(await codeOf(service.acceptImport(admin(), id))).to.equal('409 request_state');
          expect(await codeOf(service.rejectRelease(admin(), id))).to.equal('409 request_state');
        }
      });

      it('set search terms and search although a job moves the request at the same moment', async () => {
        const id = await scene.world.addRequest({ status: 'awaiting_search' });
        const { transitions } = scene.world;
        const { apply } = transitions;
        let conflicts = 1;
        transitions.apply = (...args) =>
          conflicts-- > 0 ? Promise.reject(new TransitionConflict('moved by a job')) : apply.apply(transitions, args);

        await scene.world.service.setSearchTerms(admin(), id, 'other words', true);

        expect(await scene.world.request(id)).to.include({ status: 'pending', customSearchTerms: 'other words' });
      });

      it('leave a request that waits for an admin to an admin', async () => {
        const id = await scene.world.addRequest({ status: 'warn' });
        expect(await codeOf(scene.world.service.retry(paul(), id))).to.equal('409 request_state');
      });

      it('do not cancel an ebook that has ended', async () => {
        const id = await scene.world.addRequest({ status: 'downloaded', type: 'ebook' });
        expect(await codeOf(scene.world.service.cancel(paul(), id))).to.equal('409 request_state');
      });

      it('cancel ends the jobs and removes the download', async () => {
        const id = await scene.world.addRequest({ status: 'downloading' });
        await scene.world.database.transaction(async (tx) => {
          await scene.world.jobs.enqueue(tx, { name: 'request.grab', payload: { requestId: id }, subject: `request:${id}` });
          await tx.run('UPDATE requests SET current_download_id = ? WHERE id = ?', ['d1', id]);
        });
        await scene.world.service.cancel(paul(), id);
        expect(await scene.world.queued('request.grab')).to.have.length(0);
        expect((await scene.world.queued('download.remove'))[0]?.payload).to.deep.equal({ downloadId: 'd1' });
      });

      it('retry goes on with files that are here', async () => {
        const id = await scene.world.addRequest({ status: 'awaiting_import' });
        await scene.world.database.transaction(async (tx) => {
          const download = await scene.world.downloads.create(tx, {
            requestId: id,
            candidateId: 'c',
            integrationId: 'client-1',
            releaseKey: 'k',
            release: { title: 'Dune', protocol: 'torrent', indexer: 'Tracker' },
          });
          await scene.world.downloads.set(tx, download, { state: 'completed' });
          await tx.run('UPDATE requests SET current_download_id = ? WHERE id = ?', [download, id]);
        });
        await scene.world.service.retry(paul(), id);
        expect(await scene.world.status(id)).to.equal('processing');
      });

      it('retry goes on with files that a person named', async () => {
        const id = await scene.world.addRequest({ status: 'warn' });
        await scene.world.database.transaction((tx) => tx.run('UPDATE requests SET source_path = ? WHERE id = ?', ['/books/dune', id]));
        await scene.world.service.retry(admin(), id);
        expect(await scene.world.status(id)).to.equal('processing');
      });

      it('retry of a download asks the client afresh', async () => {
        const client = fakeClient('client-1');
        await scene.world.addIntegration(client);
        const id = await scene.world.addRequest({ status: 'failed' });
        expect(await codeOf(scene.world.service.retryDownload(admin(), id))).to.equal('409 no_download');
        await scene.world.database.transaction(async (tx) => {
          const download = await scene.world.downloads.create(tx, {
            requestId: id,
            candidateId: 'c',
            integrationId: 'client-1',
            releaseKey: 'k',
            release: { title: 'Dune', protocol: 'torrent', indexer: 'Tracker' },
          });
          await scene.world.downloads.set(tx, download, { state: 'failed', error: 'old', itemId: 'item' });
        });
        await scene.world.service.retryDownload(admin(), id);
        expect((await scene.world.history(id))[0]).to.include({ state: 'created', error: null });
        client.items.set('item', { state: 'downloading' });
        await scene.world.service.retryDownload(admin(), id);
        expect((await scene.world.history(id))[0]?.state).to.equal('added');
        expect(await codeOf(scene.world.service.retryDownload(admin(), await scene.world.addRequest({ user: 'chani' })))).to.equal(
          '409 no_download',
        );
      });

      it('retry of a download says that the client does not answer, and changes nothing', async () => {
        const client = fakeClient('client-1');
        await scene.world.addIntegration(client);
        const id = await scene.world.addRequest({ status: 'failed' });
        await scene.world.database.transaction(async (tx) => {
          const download = await scene.world.downloads.create(tx, {
            requestId: id,
            candidateId: 'c',
            integrationId: 'client-1',
            releaseKey: 'k',
            release: { title: 'Dune', protocol: 'torrent', indexer: 'Tracker' },
          });
          await scene.world.downloads.set(tx, download, { state: 'failed', error: 'old', itemId: 'item' });
        });
        for (const code of ['INTEGRATION_UNAVAILABLE', 'INTEGRATION_ABORTED', 'INTEGRATION_UNAUTHORIZED'] as const) {
          client.failure = new IntegrationError(code, 'connection refused');
          expect(await codeOf(scene.world.service.retryDownload(admin(), id))).to.equal('502 integration_failed');
        }
        const error: unknown = await scene.world.service.retryDownload(admin(), id).catch((caught: unknown) => caught);
        expect((error as Error).message).to.include(client.name);
        expect(await scene.world.status(id)).to.equal('failed');
        expect((await scene.world.history(id))[0]).to.include({ state: 'failed', error: 'old' });
      });

      it('wake what waits for an integration, and nothing else', async () => {
        const waiting = await scene.world.addRequest({ status: 'awaiting_search' });
        await scene.world.addRequest({ status: 'awaiting_search', user: 'chani' });
        await scene.world.database.transaction((tx) => scene.world.transitions.setReason(tx, waiting, waitReason('no_indexer')));
        expect(await scene.world.service.wakeWaiting(['no_indexer'])).to.equal(1);
        expect((await scene.world.queued('request.search')).map((job) => job.payload)).to.deep.equal([{ requestId: waiting }]);
      });
    });
  });
}
