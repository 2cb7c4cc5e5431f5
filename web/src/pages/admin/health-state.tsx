import type { IntegrationState } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './admin.module.css';

const TONES: Record<IntegrationState, 'good' | 'moving' | 'bad' | 'closed'> = {
  running: 'good',
  starting: 'moving',
  unconfigured: 'moving',
  degraded: 'bad',
  failed: 'bad',
  quarantined: 'bad',
  incompatible: 'bad',
  disabled: 'closed',
  stopped: 'closed',
};

/** The health of an integration: dot and word. */
export function HealthState({ state }: { state: IntegrationState }) {
  const { t } = useI18n();
  return (
    <span className={classes.state} data-tone={TONES[state]}>
      <span className={classes.stateDot} aria-hidden="true" />
      {t(`integration.state.${state}`)}
    </span>
  );
}

export function needsAttention(state: IntegrationState): boolean {
  return TONES[state] === 'bad';
}
