import { readJson } from '../../platform/db/index.js';
import { integrationFailed } from '../../platform/http/integration-failed.js';
import { ApiError } from '../../platform/http/problem.js';
import { sentence, storeSaid } from '../../platform/words/index.js';
import { waitReason, withoutNext } from '../lifecycle/reasons/wait-reasons.js';
import type { Acts } from './act-on-request.js';
import { mustBeAllowed } from './request-actions.js';
import { actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';
import { saidName } from '../../plugin-host/said-name.js';

/** Use cases with which admins repair a failed download or import. */
export function createRepairs(deps: RequestServiceDependencies, { mustFind, act }: Acts) {
  const { candidates, downloads, now } = deps;

  return {
    /**
     * Goes on with what the client still has, else adds the release again.
     * @throws ApiError 502 `integration_failed` when the client cannot say what it has
     */
    async retryDownload(caller: RequestCaller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      const download = await downloads.lastHandedOver(requestId);
      if (!download?.integrationId || !download.itemId) {
        throw new ApiError('no_download', sentence('problem.no_download'));
      }
      mustBeAllowed('retry_download', request, caller);
      const client = deps.host.provider('downloadClient', download.integrationId);
      const itemId = download.itemId;
      const statuses = client
        ? await client
            .call('status', (provider, call) => provider.status([itemId], call))
            .catch((error: unknown) => {
              throw integrationFailed(error, { name: saidName(client) });
            })
        : [];
      const status = statuses.find((entry) => entry.itemId === itemId);
      const isThere = status !== undefined && status.state !== 'missing' && status.state !== 'failed';
      await act(
        caller,
        requestId,
        'retry_download',
        'retry_download',
        {
          message: isThere
            ? sentence('timeline.resumed_download', { name: actorName(caller), client: client ? saidName(client) : '' })
            : sentence('timeline.started_download_again', { name: actorName(caller) }),
          reason:
            isThere && client ? waitReason('downloading', { client: saidName(client), trouble: '' }) : waitReason('downloading.again'),
          set: { currentDownloadId: download.id },
        },
        {
          after: (tx) =>
            downloads.set(tx, download.id, { state: isThere ? 'added' : 'created', error: null, missingCount: 0, stalledSince: null }),
        },
      );
    },

    async acceptImport(caller: RequestCaller, requestId: string): Promise<void> {
      mustBeAllowed('accept_import', await mustFind(requestId), caller);
      await act(caller, requestId, 'accept_import', 'accept_import', {
        message: sentence('timeline.accepted_files', { name: actorName(caller) }),
        reason: waitReason('importing.accepted'),
        jobPayload: { acceptSuspect: true },
      });
    },

    /** Blocks the release and takes the next one. */
    async rejectRelease(caller: RequestCaller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      mustBeAllowed('reject_release', request, caller);
      const download = request.currentDownloadId ? await downloads.get(request.currentDownloadId) : undefined;
      const next = await candidates.nextAutomatic(requestId, request.asin);
      const rejected = waitReason('trying_next_release.rejected');
      await act(
        caller,
        requestId,
        'reject_release',
        'reject_release',
        {
          message: sentence('timeline.rejected_release', { name: actorName(caller) }),
          reason: next === undefined ? withoutNext(rejected) : rejected,
          set: { currentDownloadId: null, importAttempts: 0 },
        },
        {
          after: async (tx) => {
            if (!download) return;
            const release = readJson(download.release);
            await downloads.set(tx, download.id, {
              state: 'failed',
              error: storeSaid(sentence('evidence.rejected_by', { name: actorName(caller) })),
            });
            await candidates.block(tx, {
              asin: request.asin,
              releaseKey: download.releaseKey,
              title: release.title,
              indexer: release.indexer,
              reason: sentence('evidence.rejected_by', { name: actorName(caller) }),
              by: caller.userId,
              at: now(),
            });
          },
        },
      );
    },
  };
}
