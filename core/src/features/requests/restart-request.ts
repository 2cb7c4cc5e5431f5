import type { Sql, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { waitReason, type WaitCode } from '../lifecycle/reasons/wait-reasons.js';
import { SEARCH } from '../lifecycle/request-jobs.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { requestsIn } from '../lifecycle/request-store.js';
import { factsOf, statusesThat } from '../lifecycle/statuses.js';
import { wasEverIn } from '../lifecycle/timeline.js';
import { plannedQueries } from '../search/planned-queries.js';
import { INTERACTIVE_SEARCH } from '../search/search-job.js';
import { byPerson, despiteJobs, type Acts } from './act-on-request.js';
import { ACTIONS, mustBeAllowed } from './request-actions.js';
import { actorFor, actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

const PAST_APPROVAL = statusesThat(({ pastApproval }) => pastApproval);

/** Whether anybody ever approved it; an owner must not bypass approval by cancelling and retrying. */
function wasApproved(read: Sql, requestId: string): Promise<boolean> {
  // nobody lets a request through by finding the book
  return wasEverIn(read, requestId, PAST_APPROVAL, ['found_in_library', 'library_withdrawn']);
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
export function createRestarts(deps: RequestServiceDependencies, { mustFind, twinCheck, act }: Acts) {
  const { database, transitions, downloads, jobs } = deps;

  /** Lets a request that waits for its next search have it now. @returns false when its search is about to start anyway */
  async function searchAgain(caller: RequestCaller, request: RequestRow, detail: { queries: readonly string[] }): Promise<boolean> {
    try {
      await act(caller, request.id, 'search', 'retry', {
        message: `${actorName(caller)} started the search.`,
        reason: waitReason('queued'),
        auditDetail: detail,
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
        throw new ApiError('request_state', 'This request was never approved. Ask for the book again instead.');
      }
      const download = request.currentDownloadId ? await downloads.get(request.currentDownloadId) : undefined;
      if (download?.state === 'completed' && factsOf(request.status).resumes.retry_import !== undefined) {
        return act(caller, requestId, 'retry', 'retry_import', {
          message: `${actorName(caller)} started the import again.`,
          reason: waitReason('importing'),
          set: { importAttempts: 0 },
        });
      }
      return act(caller, requestId, 'retry', 'retry', {
        message: `${actorName(caller)} started it again.`,
        reason: waitReason('queued'),
        set: { searchAttempts: 0, currentDownloadId: null },
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

    async setSearchTerms(caller: RequestCaller, requestId: string, terms: string | null, searchNow: boolean): Promise<void> {
      const request = await mustFind(requestId);
      const { nextSearch } = factsOf(request.status);
      const isSearchDue = searchNow && (nextSearch === 'scheduled' || nextSearch === 'on_demand');
      const refuseTwin = await twinCheck(request);
      const save = async (tx: Tx): Promise<void> => {
        await transitions.setSearchTerms(tx, requestId, terms);
        await transitions.note(
          tx,
          requestId,
          'search_terms',
          terms === null ? `${actorName(caller)} cleared the search terms.` : `${actorName(caller)} set the search terms to “${terms}”.`,
          { actor: actorFor(caller), auditedAs: ACTIONS.set_search_terms.audited },
        );
        if (!isSearchDue) return;
        await refuseTwin(tx);
        const details = { message: 'The search starts with the new terms.', reason: waitReason('queued') };
        await transitions.apply(tx, requestId, 'retry', byPerson(caller, 'set_search_terms', 'retry', details));
      };
      await despiteJobs(() => database.transaction(save));
    },

    wakeWaiting: (codes: readonly WaitCode[]) => wakeWaiting(deps, codes),
  };
}
