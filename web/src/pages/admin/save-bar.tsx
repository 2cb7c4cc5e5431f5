import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { ActionButton } from '../../components/controls/action-button.js';
import { LeaveGuard } from '../../components/feedback/leave-guard.js';
import { useFootBar } from '../../components/page/use-foot-bar.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './admin.module.css';

interface SaveBarProps {
  changed: boolean;
  busy: boolean;
  /** The fault that prevents saving; shown instead of the note about unsaved changes. */
  problem?: string | null;
  /** Moves people to the error. */
  onShow?: () => void;
  onSave: () => void;
  onDiscard: () => void;
}

/** Appears as soon as something differs from the saved values; leaving the page with changes asks first. */
export function SaveBar({ changed, busy, problem = null, onShow, onSave, onDiscard }: SaveBarProps) {
  const { t } = useI18n();
  const bar = useFootBar(changed);
  if (!changed) return null;
  return (
    <>
      <LeaveGuard changed={!busy} />
      <div ref={bar} data-stays className={classes.saveBar} role="region" aria-label={t('form.unsaved')}>
        <div>
          {problem === null ? t('form.unsaved') : null}
          <div role="alert">
            {problem === null ? null : (
              <span className={classes.saveProblem}>
                <IconAlertCircle size={18} aria-hidden="true" /> {problem}
              </span>
            )}
          </div>
        </div>
        {problem !== null && onShow ? (
          <Button variant="subtle" color="red" size="compact-md" onClick={onShow}>
            {t('form.show')}
          </Button>
        ) : null}
        <div className={classes.saveActions}>
          <ActionButton variant="default" onClick={onDiscard} blocked={busy}>
            {t('form.discard')}
          </ActionButton>
          <ActionButton onClick={onSave} loading={busy}>
            {t('common.save')}
          </ActionButton>
        </div>
      </div>
    </>
  );
}
