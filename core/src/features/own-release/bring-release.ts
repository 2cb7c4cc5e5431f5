import type { Release } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { ApiError } from '../../platform/http/problem.js';
import { sentence } from '../../platform/words/index.js';
import { faultOfItem } from '../downloads/file-list/judge-files.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { RequestCaller } from '../requests/index.js';
import { mustBeAllowed } from '../requests/request-actions.js';
import { announceSearch } from '../search/announce-search.js';
import { viewCandidate, type CandidateView } from '../search/candidate-view.js';
import { rankFor, type FindDependencies } from '../search/find-candidates.js';
import { OWN_RELEASES_ID } from '../search/index.js';
import { wishOf } from '../search/search-job.js';
import { wantedFromCatalog } from '../search/wanted-from-request.js';
import { protocolOf, unfit, type OwnItem, type OwnRelease } from './own-release.js';
import type { OwnReleaseStore } from './own-release-store.js';
import type { TrackerRule } from './trackers.js';
import { OWN_RELEASE_SOURCE } from './with-own-releases.js';

/** The dependencies of bringing a release. */
export interface BringDependencies extends FindDependencies {
  readonly database: Database;
  readonly events: EventBus;
  readonly requests: RequestReader;
  readonly transitions: Pick<RequestTransitions, 'note'>;
  readonly store: Pick<OwnReleaseStore, 'seal' | 'save'>;
}

/** Said in the timeline and in the audit log. */
const BROUGHT = 'release_brought';

function contentOf(item: OwnItem): Uint8Array {
  return item.kind === 'magnet' ? Buffer.from(item.uri, 'utf8') : item.bytes;
}

/** @throws ApiError 404 `not_found`, 409 `request_state` */
function mustTake(request: RequestRow | undefined, caller: RequestCaller): RequestRow {
  if (!request) throw new ApiError('not_found', sentence('problem.no_request'));
  mustBeAllowed('select', request, caller);
  return request;
}

/** As an indexer would list it. */
function releaseOf(id: string, { item, title, size, fileCount }: OwnRelease): Release {
  return {
    guid: id,
    title,
    protocol: protocolOf(item),
    indexer: { id: OWN_RELEASES_ID, name: OWN_RELEASE_SOURCE },
    flags: [],
    private: { kept: id, kind: item.kind },
    ...(size === undefined ? {} : { size }),
    ...(fileCount === undefined ? {} : { fileCount }),
    ...(item.kind === 'nzb' || item.infoHash === undefined ? {} : { infoHash: item.infoHash }),
  };
}

/** Adding releases of people's own to the candidates of requests. */
export function createReleaseBringing(deps: BringDependencies) {
  const { catalog, candidates, database, events, requests, transitions, store, now } = deps;

  /**
   * @param read reads what was brought, once it is certain that the caller may bring it
   * @returns the candidate, judged as one that a search finds; choosing it is another call
   * @throws ApiError 404 `not_found`, 409 `request_state`, 422 `unfit_release`
   */
  return async function bringRelease(
    caller: RequestCaller,
    requestId: string,
    read: (rule: TrackerRule) => OwnRelease | Promise<OwnRelease>,
    signal: AbortSignal,
  ): Promise<CandidateView> {
    const request = mustTake(await requests.row(requestId), caller);
    const brought = await read({ atHome: caller.role === 'admin' });
    const fault = await faultOfItem(brought.item, request.type);
    if (fault !== undefined) throw unfit(sentence('problem.release_fault', { title: brought.title, fault }));
    const wish = await wishOf({ catalog, requests }, request, signal);
    if (!wish) throw new ApiError('unknown_book', sentence('problem.book_forgotten'));
    const id = uuid();
    const wanted = await wantedFromCatalog(catalog, wish, wish.book);
    const { ranked } = await rankFor(deps, wish, wanted, [releaseOf(id, brought)], { signal });
    const [judged] = ranked;
    if (!judged) throw new Error('A release that was brought could not be ranked.');
    const sealed = await store.seal(contentOf(brought.item));
    await database.transaction(async (tx) => {
      await tx.lock(`own releases of ${requestId}`);
      // reading takes a while, in which it may have ended or gone
      mustTake(await findRequest(tx, requestId), caller);
      const searchId = await candidates.addBrought(tx, id, { requestId, integrationId: OWN_RELEASES_ID, at: now() }, judged);
      await store.save(tx, id, sealed);
      await transitions.note(
        tx,
        requestId,
        BROUGHT,
        sentence('timeline.brought_release', { name: caller.displayName, release: brought.title }),
        {
          actor: { id: caller.userId, ...(caller.address === undefined ? {} : { address: caller.address }) },
          detail: { candidateId: id, kind: brought.item.kind },
          auditedAs: BROUGHT,
        },
      );
      tx.afterCommit(() => announceSearch(events, request, searchId));
    });
    return viewCandidate(id, judged, 'candidate');
  };
}

export type ReleaseBringing = ReturnType<typeof createReleaseBringing>;
