import { IconAlertTriangle, IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { MailTrial } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './mail.module.css';

const ICONS = { done: IconCircleCheck, failed: IconCircleX, not_reached: IconCircle } as const;

/** How far a test message came, and why no further. */
export function MailTrialResult({ trial }: { trial: MailTrial }) {
  const { t } = useI18n();
  const Icon = trial.ok ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes.trial}>
      <div className={classes.outcome} data-ok={trial.ok} role="status">
        <Icon size={20} aria-hidden="true" />
        <div>{trial.ok ? t('mail.test.ok', { ms: trial.tookMs }) : (trial.error?.message ?? t('error.unknown'))}</div>
      </div>
      <ol className={classes.steps} aria-label={t('mail.test.steps')}>
        {trial.steps.map(({ step, state }) => {
          const StepIcon = ICONS[state];
          return (
            <li key={step} data-state={state}>
              <StepIcon size={18} role="img" aria-label={t(`mail.stepState.${state}`)} />
              {t(`mail.step.${step}`)}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
