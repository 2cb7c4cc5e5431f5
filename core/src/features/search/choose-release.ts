import type { RequestInfo } from '@lectern/plugin-api';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { waitReason, type NewReason } from '../lifecycle/reasons/wait-reasons.js';
import type { SettingsService } from '../settings/settings-service.js';
import { candidateInfo, type Found } from './find-candidates.js';
import { delaysFrom, delayedUntil } from './grab-delay.js';
import { pickAutomatic, type RankedCandidate } from './ranking/ranking.js';
import { judgeEmptySearch } from './search-outcome.js';

/** What an automatic search does with what it found. */
export type Decision =
  | { readonly what: 'take'; readonly id: string; readonly candidate: RankedCandidate }
  | { readonly what: 'wait'; readonly id: string; readonly candidate: RankedCandidate; readonly until: Date; readonly reason: NewReason }
  | { readonly what: 'nothing'; readonly reason: NewReason; readonly nextAt: Date };

interface Dependencies {
  readonly host: Pick<PluginHost, 'hooks'>;
  readonly settings: SettingsService;
  readonly now: () => Date;
  readonly timeScale: number;
}

/** The circumstances of a decision. */
export interface Circumstances {
  readonly request: RequestInfo;
  /** Searches so far, including this one. */
  readonly attempts: number;
  /** A person does not want to wait for something better. */
  readonly withoutDelay?: boolean;
  /** The end of the wait that an earlier search began. */
  readonly announced?: Date;
}

/** The release to take: a plugin's choice, or else the best beyond doubt. */
async function select(
  host: Dependencies['host'],
  request: RequestInfo,
  { ranked }: Pick<Found, 'ranked'>,
  ids: readonly string[],
): Promise<string | { readonly refused: string } | undefined> {
  const visible = ids.flatMap((id, index) => {
    const candidate = ranked[index];
    return candidate ? [candidateInfo(candidate, id)] : [];
  });
  const answer = await host.hooks.veto('release.selecting', { request, candidates: visible });
  if (answer && 'refuse' in answer) return { refused: answer.refuse };
  if (answer && 'candidateId' in answer && ids.includes(answer.candidateId)) return answer.candidateId;
  const picked = pickAutomatic(ranked);
  return picked && ids[ranked.indexOf(picked)];
}

/**
 * Decides like an automatic search.
 *
 * @param ids names of the ranked candidates, in their order
 */
export async function chooseRelease(
  { host, settings, now, timeScale }: Dependencies,
  found: Found,
  ids: readonly string[],
  { request, attempts, withoutDelay, announced }: Circumstances,
): Promise<Decision> {
  const chosen = await select(host, request, found, ids);
  const candidate = typeof chosen === 'string' ? found.ranked[ids.indexOf(chosen)] : undefined;
  if (typeof chosen === 'string' && candidate) {
    const delays = delaysFrom(await settings.get());
    const until = withoutDelay === true ? undefined : delayedUntil(candidate.release, delays, { now: now(), announced, timeScale });
    if (!until) return { what: 'take', id: chosen, candidate };
    return { what: 'wait', id: chosen, candidate, until, reason: waitReason('grab_delayed', undefined, { nextAt: until }) };
  }
  const { reason, nextAt } = judgeEmptySearch({
    sources: found.sources,
    candidates: found.ranked.length,
    best: found.ranked[0],
    minScore: found.rules.minScore,
    attempts,
    type: request.type,
    now: now(),
    timeScale,
  });
  if (typeof chosen !== 'object') return { what: 'nothing', reason, nextAt };
  const sources = request.type === 'ebook' ? 'ebookSources' : 'indexers';
  return { what: 'nothing', reason: waitReason('refused_by_plugin', { sources, refusal: chosen.refused }, { nextAt }), nextAt };
}
