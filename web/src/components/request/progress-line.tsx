import type { RequestProgress } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './request-row.module.css';

/** A thin bar with the known facts beside it: how much, how fast, how much longer. */
export function ProgressLine({ progress, label }: { progress: RequestProgress; label: string }) {
  const { t, bytes, rate, remaining, percent } = useI18n();
  const facts: string[] = [];
  if (progress.bytesDone !== undefined && progress.bytesTotal) facts.push(`${bytes(progress.bytesDone)} / ${bytes(progress.bytesTotal)}`);
  if (progress.downBps) facts.push(rate(progress.downBps));
  if (progress.etaSeconds) facts.push(t('requests.eta', { time: remaining(progress.etaSeconds) }));
  return (
    <div className={classes.progress}>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(progress.fraction * 100)}
        aria-valuetext={percent(progress.fraction)}
      >
        <span style={{ inlineSize: `${Math.round(progress.fraction * 1000) / 10}%` }} />
      </div>
      {facts.length > 0 ? <span className={classes.facts}>{facts.join(' · ')}</span> : null}
    </div>
  );
}
