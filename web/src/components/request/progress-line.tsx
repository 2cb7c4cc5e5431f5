import type { RequestProgress } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinFacts } from '../../i18n/join-names.js';
import { ProgressBar } from '../status/progress-bar.js';
import classes from './request-row.module.css';

/** Phases of an import that take long enough to be named. */
const TOLD_PHASES = ['merging', 'merge_waiting', 'tagging'] as const;

/** A thin bar with the known facts beside it: how much, how fast, how much longer. */
export function ProgressLine({ progress, label }: { progress: RequestProgress; label: string }) {
  const { t, bytes, rate, remaining, percent } = useI18n();
  const facts: string[] = [];
  const phase = TOLD_PHASES.find((told) => told === progress.phase);
  if (phase) facts.push(t(`requests.phase.${phase}`));
  if (phase === 'merging' || phase === 'tagging') facts.push(percent(progress.fraction));
  if (progress.bytesDone !== undefined && progress.bytesTotal) facts.push(`${bytes(progress.bytesDone)} / ${bytes(progress.bytesTotal)}`);
  if (progress.downBps) facts.push(rate(progress.downBps));
  if (progress.etaSeconds) facts.push(t('requests.eta', { time: remaining(progress.etaSeconds) }));
  return (
    <div className={classes.progress}>
      <ProgressBar label={label} value={progress.fraction * 100} max={100} text={percent(progress.fraction)} />
      {facts.length > 0 ? <span className={classes.facts}>{joinFacts(facts)}</span> : null}
    </div>
  );
}
