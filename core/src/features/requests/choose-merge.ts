import { isTrue } from '../../platform/db/index.js';
import { sentence } from '../../platform/words/index.js';
import type { Acts } from './act-on-request.js';
import { ACTIONS, mustBeAllowed } from './request-actions.js';
import { actorFor, actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

/** The choice whether the files of an audiobook become one. It counts until they are placed, and ends a merge that runs. */
export function createMergeChoice(
  { database, transitions }: Pick<RequestServiceDependencies, 'database' | 'transitions'>,
  { mustFind }: Pick<Acts, 'mustFind'>,
) {
  return {
    /** @param merge `null`: as the settings say */
    async chooseMerge(caller: RequestCaller, requestId: string, merge: boolean | null): Promise<void> {
      const name = actorName(caller);
      const said =
        merge === null
          ? sentence('timeline.left_merge_to_settings', { name })
          : sentence(merge ? 'timeline.chose_merge' : 'timeline.chose_no_merge', { name });
      await database.transaction(async (tx) => {
        const request = await mustFind(requestId, tx);
        mustBeAllowed('merge_chapters', request, caller);
        const before = request.mergeChapters === null ? null : isTrue(request.mergeChapters);
        if (before === merge) return;
        await transitions.setMergeChapters(tx, requestId, merge);
        await transitions.note(tx, requestId, 'merge_chapters', said, {
          actor: actorFor(caller),
          auditedAs: ACTIONS.merge_chapters.audited,
        });
      });
    },
  };
}
