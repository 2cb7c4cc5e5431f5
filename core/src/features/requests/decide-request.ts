import { ApiError } from '../../platform/http/problem.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { refuseState, refuseUnlessOffered, type Acts } from './act-on-request.js';
import { releaseGate } from './create-request.js';
import { actorFor, actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

/** What decides a request: admins let it through or not, somebody takes a release for it, or takes it back. */
export function createDecisions(deps: RequestServiceDependencies, { mustFind, act }: Acts) {
  const { candidates, now } = deps;

  async function select(caller: RequestCaller, requestId: string, candidateId: string, overrideGates: boolean): Promise<void> {
    const request = await mustFind(requestId);
    refuseUnlessOffered(caller, request, 'select', 'given another release');
    const candidate = await candidates.get(candidateId);
    if (!candidate || candidate.requestId !== requestId)
      throw new ApiError('unknown_candidate', 'There is no such release for this request.');
    if (!overrideGates && !(await candidates.passed(candidateId))) {
      throw new ApiError('gate_failed', 'This release does not pass every gate. Choose it again and confirm that you mean it.');
    }
    await act(
      requestId,
      'candidate_chosen',
      'given another release',
      {
        message: `${actorName(caller)} chose "${candidate.release.title}".`,
        reason: waitReason('sending_to_client'),
        actor: actorFor(caller),
        set: { currentDownloadId: null },
        detail: { candidateId },
        jobPayload: { candidateId },
      },
      (tx) => candidates.setState(tx, candidateId, 'candidate'),
    );
  }

  return {
    async cancel(caller: RequestCaller, requestId: string): Promise<void> {
      refuseUnlessOffered(caller, await mustFind(requestId), 'cancel', 'cancelled');
      await act(requestId, 'cancel', 'cancelled', {
        message: `${actorName(caller)} cancelled it.`,
        reason: waitReason('cancelled', { by: actorName(caller) }),
        actor: actorFor(caller),
      });
    },

    approve: async (caller: RequestCaller, requestId: string, candidateId?: string) => {
      const request = await mustFind(requestId);
      if (request.status !== 'awaiting_approval') refuseState(request, 'approved');
      if (candidateId !== undefined) return select(caller, requestId, candidateId, true);
      const book = (await deps.catalog.cached([request.asin])).get(request.asin);
      const unreleased = releaseGate(book?.releaseDate, now());
      return act(requestId, unreleased ? 'approve_unreleased' : 'approve', 'approved', {
        message: `${actorName(caller)} approved it.`,
        reason: unreleased ?? waitReason('queued'),
        actor: actorFor(caller),
      });
    },

    deny: (caller: RequestCaller, requestId: string, reason: string) =>
      act(requestId, 'deny', 'denied', {
        message: `${actorName(caller)} denied it: ${reason}`,
        reason: waitReason('denied', { reason, by: actorName(caller) }),
        actor: actorFor(caller),
      }),

    select,
  };
}
