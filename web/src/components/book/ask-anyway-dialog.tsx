import { useI18n } from '../../i18n/i18n-context.js';
import { ConfirmDialog } from '../feedback/confirm-dialog.js';

interface AskAnywayDialogProps {
  title: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a book on one's own ignore list is requested. */
export function AskAnywayDialog({ title, onConfirm, onClose }: AskAnywayDialogProps) {
  const { t } = useI18n();
  return (
    <ConfirmDialog title={t('ignore.ask.title', { title })} confirm={t('ignore.ask.confirm')} onConfirm={onConfirm} onClose={onClose}>
      {t('ignore.ask.body')}
    </ConfirmDialog>
  );
}
