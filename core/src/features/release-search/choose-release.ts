import type { Database } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { ApiError } from '../../platform/http/problem.js';
import { sentence } from '../../platform/words/index.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import type { RequestCaller, RequestService } from '../requests/index.js';
import { mustBeAllowed } from '../requests/request-actions.js';
import { announceSearch } from '../search/announce-search.js';
import type { FindDependencies } from '../search/find-candidates.js';
import { wishOf } from '../search/search-job.js';
import type { StoredRelease } from './found-release-store.js';
import { judgeFound, mustPass } from './judge-found.js';

/** The dependencies of choosing a found release for a request. */
export interface ReleaseChoosingDependencies extends FindDependencies {
  readonly database: Database;
  readonly events: EventBus;
  readonly requests: Pick<RequestService, 'select'>;
  readonly requestReader: RequestReader;
}

/** @throws ApiError 404 `not_found`, 409 `request_state` */
function mustTake(request: RequestRow | undefined, caller: RequestCaller): RequestRow {
  if (!request) throw new ApiError('not_found', sentence('problem.no_request'));
  mustBeAllowed('select', request, caller);
  return request;
}

/** Giving a found release to a request that is there, as if its own search had found it. */
export function createReleaseChoosing(deps: ReleaseChoosingDependencies) {
  const { candidates, catalog, database, events, requests, requestReader, now } = deps;

  /**
   * The request may want the book otherwise than a new one would, with any narrator for example, so the release is judged by it.
   *
   * @throws ApiError 409 `request_state` where its state does not allow a choice, 409 `gate_failed` where the release fails a gate
   */
  return async function chooseRelease(
    caller: RequestCaller,
    requestId: string,
    found: StoredRelease,
    { overrideGates = false }: { readonly overrideGates?: boolean | undefined },
    signal: AbortSignal,
  ): Promise<void> {
    const request = mustTake(await requestReader.row(requestId), caller);
    const wish = await wishOf({ catalog, requests: requestReader }, request, signal);
    if (!wish) throw new ApiError('unknown_book', sentence('problem.book_forgotten'));
    const candidate = await judgeFound(deps, wish, found, signal);
    mustPass(candidate, { overrideGates });
    const candidateId = await database.transaction(async (tx) => {
      // judging takes a while, in which it may have ended or gone
      mustTake(await findRequest(tx, requestId), caller);
      const added = await candidates.addFound(tx, { requestId, integrationId: found.integrationId, at: now() }, candidate);
      tx.afterCommit(() => announceSearch(events, request, added.searchId));
      return added.candidateId;
    });
    await requests.select(caller, requestId, candidateId, overrideGates);
  };
}
