import { isApiError } from '../../api/api-error.js';
import { useRequestAction } from '../../api/queries/request-queries.js';
import type { ActionInput } from '../../api/queries/request-queries.js';
import type { Decided } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';

/** Says what became of the requests that an approval decided: the one that was approved, and those of others for the same book. */
function useApprovedWords(): (decided: readonly Decided[], title: string) => string {
  const { t } = useI18n();
  return ([first, ...others], title) => {
    const countOf = (code: Decided['code']): number => others.filter((other) => other.code === code).length;
    const counted = ['joined', 'found_in_library', 'unchanged'] as const;
    const own = first?.code === 'joined' || first?.code === 'found_in_library' ? first.code : 'approved';
    return [
      t(`request.decided.${own}`, { title }),
      ...counted.flatMap((code) => {
        const count = countOf(code);
        return count === 0 ? [] : [t(`request.decided.others.${code}`, { count })];
      }),
    ].join(' ');
  };
}

/** The actions that take others back. */
const UNDO: Partial<Record<ActionInput['action'], 'retry' | 'undo_denial' | 'undo_approval'>> = {
  cancel: 'retry',
  deny: 'undo_denial',
  approve: 'undo_approval',
};

/** Performs an action on a request and reports the outcome. */
export function useAct(): { busy: string | null; act: (id: string, input: ActionInput, onDone?: () => void) => void } {
  const { t } = useI18n();
  const errorText = useErrorText();
  const mutation = useRequestAction();
  const approvedWords = useApprovedWords();
  // awaited, because what asked for it may have left the page by the time of the answer
  const act = async (id: string, input: ActionInput, onDone?: () => void): Promise<void> => {
    try {
      const { request, decided } = await mutation.mutateAsync({ id, ...input });
      const { title } = request.book;
      const words = input.action === 'approve' && decided ? approvedWords(decided, title) : t(`request.done.${input.action}`, { title });
      const undo = UNDO[input.action];
      if (undo !== undefined && request.actions.includes(undo)) {
        // those of others that were denied with it, too; who joined it stays with it
        const ids = decided?.filter(({ code }) => code === 'denied' || code === 'approved').map(({ requestId }) => requestId) ?? [id];
        toast.undoable(words, t('ignore.undo'), () => ids.forEach((one) => void act(one, { action: undo })));
      } else toast.done(words);
      onDone?.();
    } catch (error) {
      toast.problem(isApiError(error, 'request_state') ? t('request.state') : errorText(error));
    }
  };
  return {
    busy: mutation.isPending ? `${mutation.variables.id} ${mutation.variables.action}` : null,
    act: (id, input, onDone) => void act(id, input, onDone),
  };
}
