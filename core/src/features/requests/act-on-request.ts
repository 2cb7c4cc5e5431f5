import type { Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest, liveTwin } from '../lifecycle/request-store.js';
import { isClosed } from '../lifecycle/statuses.js';
import { TransitionConflict, type TransitionDetails } from '../lifecycle/transitions.js';
import { editionsOf } from './create-request.js';
import { actionFacts, mustBeAllowed, refusalOf, type ActionName, type MoveOf, type RequestAction } from './request-actions.js';
import { actorFor, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';
import { sentence } from '../../platform/words/index.js';

/** Tries of a person's action that jobs get in the way of. */
const MOST_CONFLICTS = 4;

/** Repeats a person's action when a job moved the request at the same moment, because it must see the new state. */
export async function despiteJobs(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransitionConflict) || attempt === MOST_CONFLICTS) throw error;
    }
  }
}

/** Details of an action; the actor and the audit log's verb follow from the rest. */
export interface ActDetails extends Omit<TransitionDetails, 'actor' | 'audited'> {
  /** Facts for the audit log. No secrets. */
  readonly auditDetail?: Readonly<Record<string, unknown>>;
}

/** The details of a move that a person makes by an action. */
export function byPerson<A extends ActionName>(
  caller: RequestCaller,
  action: A,
  event: MoveOf<A>,
  { auditDetail, ...details }: ActDetails,
): TransitionDetails {
  const audited = { as: actionFacts(action).moves[event] ?? event, detail: auditDetail };
  return { ...details, actor: actorFor(caller), audited };
}

/** Further writes that belong in the transaction of an action. */
export interface AlsoInTx {
  /** The only version of the request that may be acted on. */
  readonly version?: number | undefined;
  /** Before the event. @returns whether that was the action, so that there is nothing more to do */
  readonly instead?: (tx: Tx) => Promise<boolean>;
  readonly after?: (tx: Tx) => Promise<void>;
  /** Where the book turned up, which ended the request instead. */
  readonly whenFound?: (tx: Tx) => Promise<void>;
}

/** The first steps of every use case that acts on one request. */
export function createActs(deps: Pick<RequestServiceDependencies, 'database' | 'transitions' | 'requests' | 'catalog' | 'settler'>) {
  const { database, transitions } = deps;

  /** @param tx the transaction that acts on it, so that nobody moves the request in between */
  async function mustFind(requestId: string, tx?: Tx): Promise<RequestRow> {
    const request = tx ? await findRequest(tx, requestId) : await deps.requests.row(requestId);
    if (!request) throw new ApiError('not_found', sentence('problem.no_request'));
    return request;
  }

  /**
   * An ended request lives again only while the same person has no other live one for the book.
   *
   * @returns what refuses it otherwise, in the transaction that would revive it
   */
  async function twinCheck(request: RequestRow): Promise<(tx: Tx) => Promise<void>> {
    if (!isClosed(request.status)) return async () => undefined;
    const editions = await editionsOf(deps, request.asin);
    return async (tx) => {
      const twin = await liveTwin(tx, request, editions);
      if (twin) throw new ApiError('duplicate', sentence('problem.newer_request'), { members: { existingRequestId: twin.id } });
    };
  }

  /**
   * Takes an action by one of its events, unless the book turned up and ends the request; an event that the machine does not allow is a
   * 409.
   */
  async function act<A extends RequestAction>(
    caller: RequestCaller,
    requestId: string,
    action: A,
    event: MoveOf<A>,
    details: ActDetails,
    { version, instead, after, whenFound }: AlsoInTx = {},
  ): Promise<void> {
    const request = await mustFind(requestId);
    const refuseTwin = await twinCheck(request);
    await despiteJobs(() =>
      database.transaction(async (tx) => {
        await refuseTwin(tx);
        if (actionFacts(action).looksFirst && (await deps.settler.endIfFound(tx, requestId))) return whenFound?.(tx);
        // an event may be possible where the action is not: looking at files takes a while, in which somebody may have cancelled it
        const current = await mustFind(requestId, tx);
        mustBeAllowed(action, current, caller);
        if (version !== undefined && version !== current.version) throw refusalOf(action, current.status);
        if (await instead?.(tx)) return;
        const moved = await transitions.apply(tx, requestId, event, byPerson(caller, action, event, details));
        if (!moved) throw refusalOf(action, ((await findRequest(tx, requestId)) ?? request).status);
        await after?.(tx);
      }),
    );
  }

  return { mustFind, twinCheck, act };
}

export type Acts = ReturnType<typeof createActs>;
