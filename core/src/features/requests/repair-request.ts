import { readJson } from '../../platform/db/index.js';
import { integrationFailed } from '../../platform/http/integration-failed.js';
import { ApiError } from '../../platform/http/problem.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { Acts } from './act-on-request.js';
import { mustBeAllowed } from './request-actions.js';
import { actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

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
        throw new ApiError('no_download', 'Nothing has been downloaded for this request yet. Retry it instead.');
      }
      mustBeAllowed('retry_download', request, caller);
      const client = deps.host.provider('downloadClient', download.integrationId);
      const itemId = download.itemId;
      const statuses = client
        ? await client
            .call('status', (provider, call) => provider.status([itemId], call))
            .catch((error: unknown) => {
              throw integrationFailed(error, { name: client.name });
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
            ? `${actorName(caller)} resumed the download that ${client?.name} still has.`
            : `${actorName(caller)} started the download again.`,
          reason: isThere && client ? waitReason('downloading', { client: client.name, trouble: '' }) : waitReason('downloading.again'),
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
        message: `${actorName(caller)} accepted the files as they are.`,
        reason: waitReason('importing.accepted'),
        jobPayload: { acceptSuspect: true },
      });
    },

    /** Blocks the release and takes the next one. */
    async rejectRelease(caller: RequestCaller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      mustBeAllowed('reject_release', request, caller);
      const download = request.currentDownloadId ? await downloads.get(request.currentDownloadId) : undefined;
      await act(
        caller,
        requestId,
        'reject_release',
        'reject_release',
        {
          message: `${actorName(caller)} rejected the release.`,
          reason: waitReason('trying_next_release.rejected'),
          set: { currentDownloadId: null, importAttempts: 0 },
        },
        {
          after: async (tx) => {
            if (!download) return;
            const release = readJson(download.release);
            await downloads.set(tx, download.id, { state: 'failed', error: 'rejected by an admin' });
            await candidates.block(tx, {
              asin: request.asin,
              releaseKey: download.releaseKey,
              title: release.title,
              indexer: release.indexer,
              reason: `${actorName(caller)} rejected it`,
              by: caller.userId,
              at: now(),
            });
          },
        },
      );
    },
  };
}
