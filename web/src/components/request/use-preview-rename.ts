import { useNavigate } from '@tanstack/react-router';
import { usePlanRename, type RenameChoice } from '../../api/queries/rename-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';

/** Begins a preview of new names for books, and goes to the page that shows it. */
export function usePreviewRename() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { mutate, isPending } = usePlanRename();
  const preview = (choice: RenameChoice, onDone?: () => void) =>
    mutate(choice, {
      onError: (error) => toast.problem(t('action.failed', { message: errorText(error) })),
      onSuccess: () => {
        onDone?.();
        void navigate({ to: '/admin/library/rename', search: {} });
      },
    });
  return { preview, isPlanning: isPending };
}
