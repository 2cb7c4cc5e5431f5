import type { Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { takenPlaces } from '../lifecycle/leave-place.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { replacingRequest } from '../lifecycle/replaced-imports.js';
import { DELETE_REQUEST, requestSubject } from '../lifecycle/request-jobs.js';
import { despiteJobs, type Acts } from './act-on-request.js';
import { saveDeletion } from './deletion-store.js';
import { endForDeletion } from './delete-job.js';
import type { FilesWish } from './entities.js';
import { ACTIONS, mustBeAllowed } from './request-actions.js';
import { actorFor, actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';
import { sentence } from '../../platform/words/index.js';

/** The use case of deleting a request, which a job carries out. */
export function createDeletion({ database, jobs, transitions, now }: RequestServiceDependencies, { mustFind }: Acts) {
  /** What is being replaced is needed until the other copy is in place. */
  async function mustNotBeReplaced(tx: Tx, requestId: string): Promise<void> {
    for (const { directory, sharedBy } of await takenPlaces(tx, requestId)) {
      const other = sharedBy === 0 ? await replacingRequest(tx, directory) : undefined;
      if (other && other.id !== requestId) {
        throw new ApiError('being_replaced', sentence('problem.being_replaced_wait'), {
          members: { requestId: other.id },
        });
      }
    }
  }

  return {
    /**
     * Deletes a request with all that is known of it; what runs for it is ended first. What a client seeds stays there.
     *
     * @throws ApiError 404 `not_found`, 409 `being_replaced`
     */
    async deleteRequest(caller: RequestCaller, requestId: string, files: FilesWish): Promise<void> {
      await despiteJobs(() =>
        database.transaction(async (tx) => {
          const request = await mustFind(requestId, tx);
          mustBeAllowed('delete', request, caller);
          await mustNotBeReplaced(tx, requestId);
          await saveDeletion(tx, { requestId, userId: caller.userId, files, createdAt: now().toISOString() });
          await endForDeletion({ transitions }, tx, request, actorName(caller));
          await jobs.cancelSubject(tx, requestSubject(requestId));
          await transitions.setReason(tx, requestId, waitReason('being_deleted'));
          await transitions.audited(tx, request, ACTIONS.delete.audited, actorFor(caller), { files });
          await jobs.enqueue(tx, DELETE_REQUEST({ requestId }));
        }),
      );
    },
  };
}
