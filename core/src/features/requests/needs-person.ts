import { BEGINNINGS_TO_SETTLE } from '../lifecycle/reasons/wait-reasons.js';
import { groupOf, statusesThat, type RequestStatus } from '../lifecycle/statuses.js';

const quoted = (text: string): string => `'${text}'`;

/** The index that lists are found by begins with the group. */
function inStatuses(statuses: readonly RequestStatus[]): string {
  const groups = [...new Set(statuses.map(groupOf))];
  return `r.status_group IN (${groups.map(quoted).join(', ')}) AND r.status IN (${statuses.map(quoted).join(', ')})`;
}

const like = (beginning: string): string => `r.reason LIKE '${beginning.replaceAll('_', '!_')}%' ESCAPE '!'`;

/**
 * The requests, as `r`, that go on only, or sooner, if a person does something: the one rule of what needs attention. It holds constants of
 * ours alone.
 */
export const NEEDS_PERSON = `(${inStatuses(statusesThat(({ needsPerson }) => needsPerson === 'always'))}
  OR ${inStatuses(statusesThat(({ needsPerson }) => needsPerson === 'by_reason'))} AND (${BEGINNINGS_TO_SETTLE.map(like).join(' OR ')}))`;
