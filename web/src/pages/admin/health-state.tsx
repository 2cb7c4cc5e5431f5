import type { Integration } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { withStop } from '../../i18n/join-names.js';
import classes from './admin.module.css';

type Health = Integration['health'];

/** The server's judgment of how it was seen last. */
type Verdict = Health['verdict'];

const TONES: Record<Verdict, 'good' | 'moving' | 'bad' | 'closed'> = {
  answers: 'good',
  unchecked: 'closed',
  starting: 'moving',
  unconfigured: 'moving',
  checkFailed: 'bad',
  callFailed: 'bad',
  hookFailed: 'bad',
  degraded: 'bad',
  failed: 'bad',
  quarantined: 'bad',
  incompatible: 'bad',
  disabled: 'closed',
  stopped: 'closed',
};

/** Services' messages often lack the period, and another sentence follows. */
function asSentence(message: string): string {
  return /[.!?…؟。！？]$/.test(message) ? message : withStop(message);
}

/** The health of an integration: dot and word. */
export function HealthState({ health }: { health: Health }) {
  const { t } = useI18n();
  const { verdict } = health;
  return (
    <span className={classes.state} data-tone={TONES[verdict]}>
      <span className={classes.stateDot} aria-hidden="true" />
      {t(`integration.state.${verdict}`)}
    </span>
  );
}

/** The problem of an integration, since when, and whether calls are paused. Nothing while it is healthy. */
export function HealthTrouble({ health }: { health: Health }) {
  const { t, moment } = useI18n();
  const { fault, state } = health;
  if (!fault && state !== 'degraded') return null;
  return (
    <>
      {fault ? (
        <>
          {asSentence(fault.message)} <time dateTime={fault.since}>{t('integrations.since', { when: moment(fault.since) })}</time>{' '}
        </>
      ) : null}
      {state === 'degraded' ? <span>{t('integrations.paused')}</span> : null}
    </>
  );
}

/** When it was checked and used last, and since when that has gone as it did. Nothing before the first of them. */
export function HealthHistory({ health: { lastCheck, lastCall } }: { health: Health }) {
  const { t, relative, moment } = useI18n();
  const sentence = (what: 'lastCheck' | 'lastCall', { ok, at, since }: { ok: boolean; at: string; since: string }) =>
    t(`integrations.${what}.${ok ? 'ok' : 'failed'}`, { when: relative(at), since: moment(since) });
  if (!lastCheck && !lastCall) return null;
  return (
    <p className="dim small">
      {[lastCheck && sentence('lastCheck', lastCheck), lastCall && sentence('lastCall', lastCall)].filter(Boolean).join(' ')}
    </p>
  );
}

export function needsAttention(health: Health): boolean {
  return TONES[health.verdict] === 'bad';
}

/** Whether it runs and its service has not been checked yet. */
export function isUnchecked(health: Health): boolean {
  return health.verdict === 'unchecked';
}
