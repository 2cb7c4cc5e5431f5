import { useBlocker } from '@tanstack/react-router';
import { useI18n } from '../../i18n/i18n-context.js';

/** Asks before a page with unsaved changes is left: by a link, the back button, or closing the tab. */
export function useLeaveGuard(changed: boolean): void {
  const { t } = useI18n();
  useBlocker({
    shouldBlockFn: () => changed && !globalThis.confirm(t('form.leave')),
    enableBeforeUnload: changed,
    disabled: !changed,
  });
}
