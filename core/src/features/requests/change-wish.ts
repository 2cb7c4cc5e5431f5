import { isTrue, type Tx } from '../../platform/db/index.js';
import { sentence } from '../../platform/words/index.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { SEARCH } from '../lifecycle/request-jobs.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { factsOf } from '../lifecycle/statuses.js';
import { INTERACTIVE_SEARCH } from '../search/search-job.js';
import { byPerson, despiteJobs, type Acts } from './act-on-request.js';
import { ACTIONS, mustBeAllowed, refusalOf } from './request-actions.js';
import { actorFor, actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

/** Use cases that change what a request asks for. */
export function createWishes(deps: RequestServiceDependencies, { mustFind, twinCheck }: Acts) {
  const { database, transitions, jobs, candidates } = deps;

  /** Ranks again by what the request asks for now: releases of the last search, and what is there besides. */
  async function rankAgain(tx: Tx, caller: RequestCaller, request: RequestRow, wasSearched: boolean): Promise<void> {
    const { id, status } = request;
    const { nextSearch, movedBy, searchable } = factsOf(status);
    if (nextSearch === 'scheduled') {
      const details = { message: sentence('timeline.search_starts_again'), reason: waitReason('queued') };
      await transitions.apply(tx, id, 'retry', byPerson(caller, 'set_any_reading', 'retry', details));
    } else if (movedBy === 'search' && nextSearch === 'none') {
      // after the search that runs, if that finds nothing to take
      await jobs.enqueue(tx, SEARCH({ requestId: id }));
    } else if (searchable && wasSearched) {
      // nothing moves it now, and the next release is chosen among the latest candidates
      await jobs.enqueue(tx, INTERACTIVE_SEARCH({ requestId: id }));
    }
  }

  return {
    async setSearchTerms(caller: RequestCaller, requestId: string, terms: string | null, searchNow: boolean): Promise<void> {
      const refuseTwin = await twinCheck(await mustFind(requestId));
      const name = actorName(caller);
      const save = async (tx: Tx): Promise<void> => {
        const { status } = await mustFind(requestId, tx);
        const { nextSearch, movedBy } = factsOf(status);
        if (searchNow && nextSearch === 'none' && movedBy !== 'search') throw refusalOf('search', status);
        await transitions.setSearchTerms(tx, requestId, terms);
        await transitions.note(
          tx,
          requestId,
          'search_terms',
          terms === null ? sentence('timeline.cleared_search_terms', { name }) : sentence('timeline.set_search_terms', { name, terms }),
          { actor: actorFor(caller), auditedAs: ACTIONS.set_search_terms.audited },
        );
        if (!searchNow) return;
        if (nextSearch === 'scheduled' || nextSearch === 'on_demand') {
          await refuseTwin(tx);
          const details = { message: sentence('timeline.search_starts_with_terms'), reason: waitReason('queued') };
          await transitions.apply(tx, requestId, 'retry', byPerson(caller, 'set_search_terms', 'retry', details));
        } else if (movedBy === 'search' && nextSearch === 'none') {
          // the search that runs has the old terms
          await jobs.enqueue(tx, SEARCH({ requestId }));
        }
      };
      await despiteJobs(() => database.transaction(save));
    },

    async setAnyReading(caller: RequestCaller, requestId: string, anyReading: boolean): Promise<void> {
      mustBeAllowed('set_any_reading', await mustFind(requestId), caller);
      const wasSearched = (await candidates.view(requestId)).search !== null;
      const change = async (tx: Tx): Promise<void> => {
        const request = await mustFind(requestId, tx);
        mustBeAllowed('set_any_reading', request, caller);
        if (isTrue(request.anyReading) === anyReading) return;
        await transitions.setAnyReading(tx, requestId, anyReading);
        await transitions.note(
          tx,
          requestId,
          'any_reading',
          sentence(anyReading ? 'timeline.takes_any_reading' : 'timeline.takes_own_reading', { name: actorName(caller) }),
          { actor: actorFor(caller), detail: { anyReading }, auditedAs: ACTIONS.set_any_reading.audited },
        );
        await rankAgain(tx, caller, request, wasSearched);
      };
      await despiteJobs(() => database.transaction(change));
    },
  };
}
