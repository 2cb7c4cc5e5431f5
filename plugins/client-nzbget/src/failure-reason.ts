import type { Group, HistoryItem } from './schema.js';

function percent(perMille: number): string {
  return `${(Math.floor(perMille) / 10).toFixed(1)} %`;
}

/** Reasons by native status. */
const REASONS: Readonly<Record<string, string>> = {
  'FAILURE/PAR': 'The post is damaged and could not be repaired.',
  'FAILURE/UNPACK': 'The archive could not be unpacked; it may be damaged or need a password that is not known.',
  'FAILURE/MOVE': 'NZBGet could not move the files to their folder; look at its permissions and its disk.',
  'FAILURE/SCAN': 'NZBGet could not read it: it is empty or no NZB.',
  'FAILURE/FETCH': 'NZBGet could not fetch the NZB.',
  'FAILURE/BAD': 'It was marked as bad in NZBGet.',
  'WARNING/DAMAGED': 'The post is damaged and holds no repair data.',
  'WARNING/REPAIRABLE': 'The post is damaged; it could be repaired, but repairing is switched off in NZBGet.',
  'WARNING/SPACE': 'The disk of NZBGet is full.',
  'WARNING/PASSWORD': 'The archive needs a password that is not known.',
  'WARNING/SKIPPED': 'NZBGet skipped it: what it got is no NZB.',
  'DELETED/DUPE': 'NZBGet takes it for a duplicate of a better download.',
  'DELETED/COPY': 'NZBGet has the same content already, in its queue or its history.',
  'DELETED/GOOD': 'NZBGet takes it for a duplicate of a download that was marked as good.',
};

/** Why a download failed, in plain words with NZBGet's own status. */
export function failureReason({
  status,
  health,
  criticalHealth,
}: Pick<HistoryItem | Group, 'status' | 'health' | 'criticalHealth'>): string {
  if (status === 'FAILURE/HEALTH' || status === 'WARNING/HEALTH' || !status.includes('/')) {
    return `Too many articles of this post are missing on the news servers: ${percent(health)} are there, ${percent(criticalHealth)} are needed (NZBGet: ${status}).`;
  }
  const known = REASONS[status];
  return known === undefined ? `NZBGet says ${status}.` : `${known.replace(/\.$/, '')} (NZBGet: ${status}).`;
}
