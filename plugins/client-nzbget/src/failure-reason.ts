import type { CheckDetail } from '@lectern/plugin-api';
import { detail } from './detail.js';
import type { Group, HistoryItem } from './schema.js';

function percent(perMille: number): number {
  return Math.floor(perMille) / 10;
}

/** Reasons by native status, as keys of messages that name the status as well. */
const REASONS = {
  'FAILURE/PAR': 'not_repaired',
  'FAILURE/UNPACK': 'not_unpacked',
  'FAILURE/MOVE': 'not_moved',
  'FAILURE/SCAN': 'not_read',
  'FAILURE/FETCH': 'not_fetched',
  'FAILURE/BAD': 'marked_bad',
  'WARNING/DAMAGED': 'no_repair_data',
  'WARNING/REPAIRABLE': 'repair_switched_off',
  'WARNING/SPACE': 'disk_full',
  'WARNING/PASSWORD': 'password_unknown',
  'WARNING/SKIPPED': 'skipped',
  'DELETED/DUPE': 'worse_duplicate',
  'DELETED/COPY': 'same_content',
  'DELETED/GOOD': 'good_duplicate',
} as const;

function isKnown(status: string): status is keyof typeof REASONS {
  return Object.hasOwn(REASONS, status);
}

/** Why a download failed, in plain words with NZBGet's own status. */
export function failureReason({
  status,
  health,
  criticalHealth,
}: Pick<HistoryItem | Group, 'status' | 'health' | 'criticalHealth'>): CheckDetail {
  if (status === 'FAILURE/HEALTH' || status === 'WARNING/HEALTH' || !status.includes('/')) {
    return detail('articles_missing', { there: percent(health), needed: percent(criticalHealth), status });
  }
  return detail(isKnown(status) ? REASONS[status] : 'says_status', { status });
}
