import { useNavigate } from '@tanstack/react-router';
import { useRenameStep, type RenameStep } from '../../../api/queries/rename-queries.js';
import type { RenameState } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** A job works on a rename in these states. */
const UNDER_WAY: readonly RenameState[] = ['planning', 'running', 'undoing'];

export function isUnderWay({ state }: { readonly state: RenameState }): boolean {
  return UNDER_WAY.includes(state);
}

/** Takes a rename a step further; what goes wrong is said in a message. */
export function useRename() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { mutate, isPending, variables } = useRenameStep();
  const take = (id: string, step: RenameStep) =>
    mutate(
      { id, step },
      {
        onError: (error) => toast.problem(t('action.failed', { message: errorText(error) })),
        onSuccess: () => {
          if (step === 'discard') toast.done(t('rename.discarded'));
          void navigate({
            to: '/admin/library/rename',
            // the books that were filtered for are in other states now
            search: ({ rename }: { rename?: string | undefined }) => (step === 'discard' ? {} : { rename }),
            replace: true,
            resetScroll: false,
          });
        },
      },
    );
  /** `taking`: the step that is being asked for. */
  return { take, taking: isPending ? variables.step : undefined };
}
