import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** Its name for assistive technology. */
  label: string;
  /** From 0 to `max`; more counts as `max`. */
  value: number;
  max: number;
  /** The value in words. */
  text?: string;
}

/** A thin bar that fills up. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.floor(value)}
      aria-valuetext={text}
    >
      <span style={{ inlineSize: `${Math.min(100, Math.round((value / max) * 1000) / 10)}%` }} />
    </div>
  );
}
