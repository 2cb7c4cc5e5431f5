import { ApiError } from '../../platform/http/problem.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { Acts } from './act-on-request.js';
import { releaseGate } from './create-request.js';
import { mustBeAllowed } from './request-actions.js';
import { actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

/** What decides a request: admins let it through or not, somebody takes a release for it, or takes it back. */
export function createDecisions(deps: RequestServiceDependencies, { mustFind, act }: Acts) {
  const { candidates, now } = deps;

  async function select(caller: RequestCaller, requestId: string, candidateId: string, overrideGates: boolean): Promise<void> {
    mustBeAllowed('select', await mustFind(requestId), caller);
    const candidate = await candidates.get(candidateId);
    if (!candidate || candidate.requestId !== requestId)
      throw new ApiError('unknown_candidate', 'There is no such release for this request.');
    if (!overrideGates && !(await candidates.passed(candidateId))) {
      throw new ApiError('gate_failed', 'This release does not pass every gate. Choose it again and confirm that you mean it.');
    }
    await act(
      caller,
      requestId,
      'select',
      'candidate_chosen',
      {
        message: `${actorName(caller)} chose "${candidate.release.title}".`,
        reason: waitReason('sending_to_client'),
        set: { currentDownloadId: null },
        detail: { candidateId },
        jobPayload: { candidateId },
      },
      (tx) => candidates.setState(tx, candidateId, 'candidate'),
    );
  }

  return {
    async cancel(caller: RequestCaller, requestId: string): Promise<void> {
      mustBeAllowed('cancel', await mustFind(requestId), caller);
      await act(caller, requestId, 'cancel', 'cancel', {
        message: `${actorName(caller)} cancelled it.`,
        reason: waitReason('cancelled', { by: actorName(caller) }),
      });
    },

    approve: async (caller: RequestCaller, requestId: string, candidateId?: string) => {
      const request = await mustFind(requestId);
      mustBeAllowed('approve', request, caller);
      if (candidateId !== undefined) return select(caller, requestId, candidateId, true);
      const book = (await deps.catalog.cached([request.asin])).get(request.asin);
      const unreleased = releaseGate(book?.releaseDate, now());
      return act(caller, requestId, 'approve', unreleased ? 'approve_unreleased' : 'approve', {
        message: `${actorName(caller)} approved it.`,
        reason: unreleased ?? waitReason('queued'),
      });
    },

    async deny(caller: RequestCaller, requestId: string, reason: string): Promise<void> {
      mustBeAllowed('deny', await mustFind(requestId), caller);
      await act(caller, requestId, 'deny', 'deny', {
        message: `${actorName(caller)} denied it: ${reason}`,
        reason: waitReason('denied', { reason, by: actorName(caller) }),
      });
    },

    select,
  };
}
