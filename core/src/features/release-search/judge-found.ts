import { ApiError } from '../../platform/http/problem.js';
import { sentence } from '../../platform/words/index.js';
import { rankFor, type FindDependencies, type Wish } from '../search/find-candidates.js';
import type { RankedCandidate } from '../search/ranking/ranking.js';
import { wantedFromCatalog } from '../search/wanted-from-request.js';
import type { StoredRelease } from './found-release-store.js';

/** Judges a found release by a wish, as a search for it does. */
export async function judgeFound(deps: FindDependencies, wish: Wish, found: StoredRelease, signal: AbortSignal): Promise<RankedCandidate> {
  const wanted = await wantedFromCatalog(deps.catalog, wish, wish.book);
  const { ranked } = await rankFor(deps, wish, wanted, [found.release], { signal });
  const [candidate] = ranked;
  if (!candidate) throw new Error('A release that was found could not be ranked.');
  return candidate;
}

/** @throws ApiError 409 `gate_failed` with the reason, unless the person takes the release all the same */
export function mustPass({ gates }: RankedCandidate, { overrideGates }: { readonly overrideGates?: boolean | undefined }): void {
  const failed = gates.find(({ passed }) => !passed);
  if (failed && overrideGates !== true) {
    throw new ApiError('gate_failed', sentence('problem.gate_failed', { reason: failed.reason }));
  }
}
