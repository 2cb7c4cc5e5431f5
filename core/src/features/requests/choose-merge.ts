import { isTrue } from '../../platform/db/index.js';
import type { Acts } from './act-on-request.js';
import { ACTIONS, mustBeAllowed } from './request-actions.js';
import { actorFor, actorName, type RequestCaller } from './request-caller.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

const WORDS = {
  merge: 'chose to have the files merged into one.',
  keep: 'chose to keep the files as they are.',
  usual: 'left it to the settings whether the files are merged.',
};

/** The choice whether the files of an audiobook become one. It counts until they are placed, and ends a merge that runs. */
export function createMergeChoice(
  { database, transitions }: Pick<RequestServiceDependencies, 'database' | 'transitions'>,
  { mustFind }: Pick<Acts, 'mustFind'>,
) {
  return {
    /** @param merge `null`: as the settings say */
    async chooseMerge(caller: RequestCaller, requestId: string, merge: boolean | null): Promise<void> {
      const words = merge === null ? WORDS.usual : merge ? WORDS.merge : WORDS.keep;
      await database.transaction(async (tx) => {
        const request = await mustFind(requestId, tx);
        mustBeAllowed('merge_chapters', request, caller);
        const before = request.mergeChapters === null ? null : isTrue(request.mergeChapters);
        if (before === merge) return;
        await transitions.setMergeChapters(tx, requestId, merge);
        await transitions.note(tx, requestId, 'merge_chapters', `${actorName(caller)} ${words}`, {
          actor: actorFor(caller),
          auditedAs: ACTIONS.merge_chapters.audited,
        });
      });
    },
  };
}
