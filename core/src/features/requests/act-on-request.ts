import type { Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { RequestEvent } from '../lifecycle/machine.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import { isClosed } from '../lifecycle/statuses.js';
import { TransitionConflict, type TransitionDetails } from '../lifecycle/transitions.js';
import { editionsOf, liveTwin } from './create-request.js';
import { actionsFor, type RequestAction } from './request-actions.js';
import type { RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

/** Tries of a person's action that jobs get in the way of. */
const MOST_CONFLICTS = 4;

export function refuseState(request: RequestRow, what: string): never {
  throw new ApiError('request_state', `A request that is ${request.status.replace('_', ' ')} cannot be ${what}.`);
}

/** An ended request lives again only while the same person has no other live one for the book. */
async function refuseTwin(tx: Tx, request: RequestRow, editions: readonly string[]): Promise<void> {
  const twin = await liveTwin(tx, request, editions);
  if (twin) throw new ApiError('duplicate', 'There is a newer request for this book.', { members: { existingRequestId: twin.id } });
}

/** What a person may not do is refused by the table that offers the actions. */
export function refuseUnlessOffered(caller: RequestCaller, request: RequestRow, action: RequestAction, what: string): void {
  if (!actionsFor(request, caller).includes(action)) refuseState(request, what);
}

/** What every use case of one request begins with. */
export function createActs(deps: Pick<RequestServiceDependencies, 'database' | 'transitions' | 'requests' | 'catalog'>) {
  const { database, transitions } = deps;

  async function mustFind(requestId: string): Promise<RequestRow> {
    const request = await deps.requests.row(requestId);
    if (!request) throw new ApiError('not_found', 'There is no such request.');
    return request;
  }

  /** Applies an event asked for by a person; what the machine does not allow is a 409. */
  async function act(
    requestId: string,
    event: RequestEvent,
    what: string,
    details: TransitionDetails,
    inTx?: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const request = await mustFind(requestId);
    const revives = isClosed(request.status);
    const editions = revives ? await editionsOf(deps, request.asin) : [];
    for (let attempt = 1; ; attempt += 1) {
      try {
        await database.transaction(async (tx) => {
          if (revives) await refuseTwin(tx, request, editions);
          const moved = await transitions.apply(tx, requestId, event, details);
          if (!moved) refuseState((await findRequest(tx, requestId)) ?? request, what);
          await inTx?.(tx);
        });
        return;
      } catch (error) {
        // a job moved it at the same moment; look again at what it is now
        if (!(error instanceof TransitionConflict) || attempt === MOST_CONFLICTS) throw error;
      }
    }
  }

  return { mustFind, act };
}

export type Acts = ReturnType<typeof createActs>;
