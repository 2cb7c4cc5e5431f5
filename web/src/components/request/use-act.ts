import { isApiError } from '../../api/api-error.js';
import { useRequestAction } from '../../api/queries/request-queries.js';
import type { ActionInput } from '../../api/queries/request-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';

/** Performs an action on a request and reports the outcome. */
export function useAct(): { busy: string | null; act: (id: string, input: ActionInput, onDone?: () => void) => void } {
  const { t } = useI18n();
  const errorText = useErrorText();
  const mutation = useRequestAction();
  return {
    busy: mutation.isPending ? `${mutation.variables.id} ${mutation.variables.action}` : null,
    act: (id, input, onDone) =>
      mutation.mutate(
        { id, ...input },
        {
          onSuccess: () => {
            toast.done(t(`request.done.${input.action}`));
            onDone?.();
          },
          onError: (error) => toast.problem(isApiError(error, 'request_state') ? t('request.state') : errorText(error)),
        },
      ),
  };
}
