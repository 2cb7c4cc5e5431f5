import { useBlocker } from '@tanstack/react-router';
import { useI18n } from '../../i18n/i18n-context.js';
import { ConfirmDialog } from './confirm-dialog.js';

/**
 * Asks before a page with unsaved changes is left by a link or the back button. Before the tab is closed, or the site is left, the browser
 * asks in its own words.
 */
export function LeaveGuard({ changed }: { changed: boolean }) {
  const { t } = useI18n();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => changed,
    enableBeforeUnload: changed,
    disabled: !changed,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('form.leave')}
      confirm={t('form.leave.go')}
      cancel={t('form.leave.stay')}
      danger
      onClose={reset}
      onConfirm={proceed}
    >
      {t('form.leave.body')}
    </ConfirmDialog>
  );
}
