import { hasShortName, isDue, statusName, toneOf } from '../../api/request-status.js';
import type { RequestStatus } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './chip.module.css';
import { STATUS_ICONS } from './status-icon.js';

interface StatusChipProps {
  status: RequestStatus;
  /** 0 to 1; shown while downloading. */
  fraction?: number;
  /** For tight spaces, as on a card. */
  short?: boolean;
  /** The code of the reason why it waits, where that says more than the status. */
  reason?: string | undefined;
  /** When the release that was found is downloaded; absent while there is none. */
  takenAt?: string | undefined;
}

/** The words of the state. */
function useLabel({ status, fraction, short = false, reason, takenAt }: StatusChipProps): string {
  const { t, percent, relative } = useI18n();
  if (status === 'downloading' && fraction !== undefined) return t('status.downloadingAt', { percent: percent(fraction) });
  if (takenAt !== undefined) return isDue(takenAt) ? t('status.grab_delayed') : t('status.takenAt', { when: relative(takenAt) });
  const name = statusName(status, reason);
  // a reason that has a name of its own says more than the short name of the status
  return t(short && hasShortName(status) && name === `status.${status}` ? `status.short.${status}` : name);
}

/** The state of a request: icon, word, color. */
export function StatusChip(props: StatusChipProps) {
  const { status } = props;
  const Icon = STATUS_ICONS[status];
  const label = useLabel(props);
  return (
    <span className={classes.chip} data-tone={toneOf(status)}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
    </span>
  );
}
