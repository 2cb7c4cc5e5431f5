import { hasShortName, toneOf } from '../../api/request-status.js';
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
}

/** The state of a request: icon, word, color. */
export function StatusChip({ status, fraction, short = false }: StatusChipProps) {
  const { t, percent } = useI18n();
  const Icon = STATUS_ICONS[status];
  const label =
    status === 'downloading' && fraction !== undefined
      ? t('status.downloadingAt', { percent: percent(fraction) })
      : t(short && hasShortName(status) ? `status.short.${status}` : `status.${status}`);
  return (
    <span className={classes.chip} data-tone={toneOf(status)}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
    </span>
  );
}
