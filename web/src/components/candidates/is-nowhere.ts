import type { Preview } from '../../api/types.js';

/** Whether every source answered, and none has a release. A source that failed may have one. */
export function isNowhere({ sources, candidates }: Pick<Preview, 'sources' | 'candidates'>): boolean {
  return candidates.length === 0 && sources.length > 0 && sources.every(({ status }) => status === 'ok' || status === 'empty');
}
