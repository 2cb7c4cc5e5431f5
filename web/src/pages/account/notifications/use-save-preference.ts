import { useChangePreferences } from '../../../api/queries/notification-queries.js';
import type { PreferencesPatch } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** Saves a change at once. One that is refused is taken back, and a message says why. */
export function useSavePreference(): (patch: PreferencesPatch) => void {
  const { t } = useI18n();
  const errorText = useErrorText();
  const change = useChangePreferences();
  // awaited, because of several changes in a row only the last tells its own callbacks
  return (patch) => {
    change.mutateAsync(patch).catch((error: unknown) => toast.problem(t('ways.notSaved', { why: errorText(error) })));
  };
}
