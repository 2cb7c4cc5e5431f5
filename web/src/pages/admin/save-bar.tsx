import { Button } from '@mantine/core';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './admin.module.css';
import { useLeaveGuard } from './use-leave-guard.js';

interface SaveBarProps {
  changed: boolean;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Appears as soon as something differs from what is saved; leaving the page with changes asks first. */
export function SaveBar({ changed, busy, onSave, onDiscard }: SaveBarProps) {
  const { t } = useI18n();
  useLeaveGuard(changed && !busy);
  if (!changed) return null;
  return (
    <div className={classes.saveBar} role="region" aria-label={t('form.unsaved')}>
      <span>{t('form.unsaved')}</span>
      <Button variant="default" onClick={onDiscard} disabled={busy}>
        {t('form.discard')}
      </Button>
      <Button onClick={onSave} loading={busy}>
        {t('common.save')}
      </Button>
    </div>
  );
}
