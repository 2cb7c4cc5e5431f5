import type { Sql } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { sentence } from '../../platform/words/index.js';
import { waitReason, type WaitCode } from '../lifecycle/reasons/wait-reasons.js';
import { SEARCH } from '../lifecycle/request-jobs.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { requestsIn } from '../lifecycle/request-store.js';
import { factsOf, statusesThat } from '../lifecycle/statuses.js';
import { wasIn } from '../lifecycle/timeline.js';
import { plannedQueries } from '../search/planned-queries.js';
import { INTERACTIVE_SEARCH } from '../search/search-job.js';
import type { Acts } from './act-on-request.js';
import { ACTIONS, mustBeAllowed } from './request-actions.js';
import { actorFor, actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

const PAST_APPROVAL = statusesThat(({ pastApproval }) => pastApproval);

/** Whether it was approved and nobody took that back; an owner must not bypass approval by cancelling and retrying. */
function wasApproved(read: Sql, requestId: string): Promise<boolean> {
  return wasIn(read, requestId, {
    statuses: PAST_APPROVAL,
    // nobody lets a request through by finding the book
    otherThanBy: ['found_in_library', 'library_withdrawn'],
    since: 'approval_undone',
  });
}

/** Searches again for waiting requests when the missing integration is connected. */
async function wakeWaiting({ database, jobs, now }: RequestServiceDependencies, codes: readonly WaitCode[]): Promise<number> {
  const rows = await requestsIn(database.read, 'awaiting_search');
  const waiting = rows.filter((row) => codes.some((code) => row.reason?.includes(`"code":"${code}"`)));
  await database.transaction(async (tx) => {
    for (const [index, request] of waiting.entries()) {
      await jobs.enqueue(tx, SEARCH({ requestId: request.id }, { runAt: new Date(now().getTime() + index * 2000) }));
    }
  });
  return waiting.length;
}

/** Use cases that restart a request. */
export function createRestarts(deps: RequestServiceDependencies, { mustFind, act }: Acts) {
  const { database, transitions, downloads, jobs } = deps;

  /** Lets a request that waits for its next search have it now. @returns false when its search is about to start anyway */
  async function searchAgain(caller: RequestCaller, request: RequestRow, detail: { queries: readonly string[] }): Promise<boolean> {
    try {
      await act(caller, request.id, 'search', 'retry', {
        message: sentence('timeline.started_search', { name: actorName(caller) }),
        reason: waitReason('queued'),
        auditDetail: detail,
        jobPayload: { withoutDelay: true },
      });
      return true;
    } catch (error) {
      if (error instanceof ApiError && request.status === 'pending') return false;
      throw error;
    }
  }

  return {
    /** Starts over, or goes on with files that are here already. */
    async retry(caller: RequestCaller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      mustBeAllowed('retry', request, caller);
      if (caller.role !== 'admin' && !caller.permissions.autoApprove && !(await wasApproved(database.read, requestId))) {
        throw new ApiError('request_state', sentence('problem.never_approved'));
      }
      const download = request.currentDownloadId ? await downloads.get(request.currentDownloadId) : undefined;
      const areFilesHere = request.sourcePath !== null || download?.state === 'completed';
      if (areFilesHere && factsOf(request.status).resumes.retry_import !== undefined) {
        return act(caller, requestId, 'retry', 'retry_import', {
          message: sentence('timeline.started_import_again', { name: actorName(caller) }),
          reason: waitReason('importing'),
          set: { importAttempts: 0 },
        });
      }
      return act(caller, requestId, 'retry', 'retry', {
        message: sentence('timeline.started_again', { name: actorName(caller) }),
        reason: waitReason('queued'),
        set: { searchAttempts: 0, currentDownloadId: null },
        // those who may choose a release need not wait for a better one
        jobPayload: { withoutDelay: caller.role === 'admin' || caller.permissions.interactiveSearch },
      });
    },

    /** Starts a search whose candidates a person wants to look at. */
    async search(caller: RequestCaller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      mustBeAllowed('search', request, caller);
      if (await database.transaction((tx) => deps.settler.endIfFound(tx, requestId))) return;
      const book = (await deps.catalog.cached([request.asin])).get(request.asin);
      const detail = { queries: plannedQueries(request, book).map(({ text }) => text) };
      const { nextSearch } = factsOf(request.status);
      const isWaiting = nextSearch === 'soon' || nextSearch === 'scheduled';
      const isMoved = isWaiting && (await searchAgain(caller, request, detail));
      if (isMoved) return;
      await database.transaction(async (tx) => {
        await transitions.audited(tx, request, ACTIONS.search.audited, actorFor(caller), detail);
        // its own search is about to start
        if (isWaiting) return;
        await jobs.enqueue(tx, INTERACTIVE_SEARCH({ requestId }));
      });
    },

    wakeWaiting: (codes: readonly WaitCode[]) => wakeWaiting(deps, codes),
  };
}
