import type { Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { sentence } from '../../platform/words/index.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { awaitingApproval, lockBook, type WaitingFor } from '../lifecycle/request-store.js';
import { byPerson, type Acts, type AlsoInTx } from './act-on-request.js';
import { editionsOf, releaseGate } from './create-request.js';
import { joinLive, joinWaiting, type Decided } from './join-requests.js';
import { ACTIONS, mustBeAllowed, refusalOf } from './request-actions.js';
import { actorFor, actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

/** An admin's decision, and whether it applies to everyone who waits for the book. */
export interface Decision {
  /** The request, and those of others for the same book that wait for approval too. */
  readonly together?: boolean;
  /** The version of the request that the admin saw; one that has moved since then is not decided. */
  readonly version?: number;
}

type Select = (
  caller: RequestCaller,
  requestId: string,
  candidateId: string,
  overrideGates: boolean,
  also?: Pick<AlsoInTx, 'after' | 'whenFound'>,
) => Promise<void>;

/** Approving a request, alone or together with the others for its book. */
function createApprove(deps: RequestServiceDependencies, { mustFind, act }: Pick<Acts, 'mustFind' | 'act'>, select: Select) {
  const { now } = deps;

  /** Ends the others, too, where the book turned up. */
  async function endOthers(tx: Tx, others: WaitingFor): Promise<Decided[]> {
    const decided: Decided[] = [];
    for (const { id } of await awaitingApproval(tx, others)) {
      decided.push({ requestId: id, code: (await deps.settler.endIfFound(tx, id)) ? 'found_in_library' : 'unchanged' });
    }
    return decided;
  }

  /** One request goes on for a book: who is approved after somebody else joins that one. @returns what became of each request */
  return async (
    caller: RequestCaller,
    requestId: string,
    { candidateId, together = false, version }: Decision & { candidateId?: string } = {},
  ): Promise<readonly Decided[]> => {
    const request = await mustFind(requestId);
    mustBeAllowed('approve', request, caller);
    const book = { type: request.type, asins: await editionsOf(deps, request.asin) };
    const by = { actor: actorFor(caller), audited: { as: ACTIONS.approve.moves.approve } };
    // set anew by each attempt
    let decided: readonly Decided[] = [];
    const after = async (tx: Tx): Promise<void> => {
      decided = [{ requestId, code: 'approved' }, ...(together ? await joinWaiting(deps, tx, request, book, by) : [])];
    };
    const whenFound = async (tx: Tx): Promise<void> => {
      decided = [{ requestId, code: 'found_in_library' }, ...(together ? await endOthers(tx, { ...book, exceptId: requestId }) : [])];
    };
    if (candidateId !== undefined) {
      await select(caller, requestId, candidateId, true, { after, whenFound });
      return decided;
    }
    const described = (await deps.catalog.cached([request.asin])).get(request.asin);
    const unreleased = releaseGate(described?.releaseDate, now());
    const details = { message: sentence('timeline.approved', { name: actorName(caller) }), reason: unreleased ?? waitReason('queued') };
    await act(caller, requestId, 'approve', unreleased ? 'approve_unreleased' : 'approve', details, {
      version,
      async instead(tx) {
        await lockBook(tx, book);
        const live = await joinLive(deps, tx, request, book, by);
        if (!live) return false;
        decided = [{ requestId, code: 'joined' }, ...(together ? await joinWaiting(deps, tx, live, book, by) : [])];
        return true;
      },
      after,
      whenFound,
    });
    return decided;
  };
}

/** Use cases that take a decision back. */
function createUndo({ mustFind, act }: Pick<Acts, 'mustFind' | 'act'>) {
  return {
    /** The request waits for approval as it did before it was approved, by a person or a rule. A search that runs for it ends. */
    async undoApproval(caller: RequestCaller, requestId: string): Promise<void> {
      mustBeAllowed('undo_approval', await mustFind(requestId), caller);
      await act(
        caller,
        requestId,
        'undo_approval',
        'approval_undone',
        {
          message: sentence('timeline.approval_undone', { name: actorName(caller) }),
          reason: waitReason('awaiting_approval'),
          set: { searchAttempts: 0 },
        },
        {
          // another process may have given the release to a client since the request was read; from the move on, none can
          async after(tx) {
            const { status, downloadAttempts } = await mustFind(requestId, tx);
            if (downloadAttempts > 0) throw refusalOf('undo_approval', status);
          },
        },
      );
    },

    /** The request waits for approval as it did before it was denied. */
    async undoDenial(caller: RequestCaller, requestId: string): Promise<void> {
      mustBeAllowed('undo_denial', await mustFind(requestId), caller);
      await act(caller, requestId, 'undo_denial', 'denial_undone', {
        message: sentence('timeline.denial_undone', { name: actorName(caller) }),
        reason: waitReason('awaiting_approval'),
      });
    },
  };
}

/** Use cases that decide a request: admins approve or deny it, and people choose a release for it or undo that choice. */
export function createDecisions(deps: RequestServiceDependencies, { mustFind, act }: Acts) {
  const { candidates, transitions } = deps;

  async function select(
    caller: RequestCaller,
    requestId: string,
    candidateId: string,
    overrideGates: boolean,
    { after, whenFound }: Pick<AlsoInTx, 'after' | 'whenFound'> = {},
  ): Promise<void> {
    mustBeAllowed('select', await mustFind(requestId), caller);
    const candidate = await candidates.get(candidateId);
    if (!candidate || candidate.requestId !== requestId) throw new ApiError('unknown_candidate', sentence('problem.no_release'));
    if (!overrideGates && !(await candidates.passed(candidateId))) {
      throw new ApiError('gate_failed', sentence('problem.gates_not_passed'));
    }
    await act(
      caller,
      requestId,
      'select',
      'candidate_chosen',
      {
        message: sentence('timeline.chose_release', { name: actorName(caller), release: candidate.release.title }),
        reason: waitReason('sending_to_client'),
        set: { currentDownloadId: null },
        detail: { candidateId },
        jobPayload: { candidateId },
      },
      {
        after: async (tx) => {
          await candidates.setState(tx, candidateId, 'candidate');
          // this choice replaces one that was made beforehand
          await candidates.choose(tx, requestId);
          await after?.(tx);
        },
        ...(whenFound ? { whenFound } : {}),
      },
    );
  }

  return {
    async cancel(caller: RequestCaller, requestId: string): Promise<void> {
      mustBeAllowed('cancel', await mustFind(requestId), caller);
      await act(caller, requestId, 'cancel', 'cancel', {
        message: sentence('timeline.cancelled', { name: actorName(caller) }),
        reason: waitReason('cancelled', { by: actorName(caller) }),
      });
    },

    approve: createApprove(deps, { mustFind, act }, select),

    ...createUndo({ mustFind, act }),

    /** @returns what became of each request */
    async deny(
      caller: RequestCaller,
      requestId: string,
      reason: string,
      { together = false, version }: Decision = {},
    ): Promise<readonly Decided[]> {
      const request = await mustFind(requestId);
      mustBeAllowed('deny', request, caller);
      const asins = await editionsOf(deps, request.asin);
      const details = {
        message: sentence('timeline.denied', { name: actorName(caller), reason }),
        reason: waitReason('denied', { reason, by: actorName(caller) }),
      };
      let decided: Decided[] = [];
      await act(caller, requestId, 'deny', 'deny', details, {
        version,
        async after(tx) {
          decided = [{ requestId, code: 'denied' }];
          const others = together ? await awaitingApproval(tx, { type: request.type, asins, exceptId: requestId }) : [];
          for (const { id } of others) {
            const moved = await transitions.apply(tx, id, 'deny', byPerson(caller, 'deny', 'deny', details));
            decided.push({ requestId: id, code: moved ? 'denied' : 'unchanged' });
          }
        },
      });
      return decided;
    },

    select,
  };
}
