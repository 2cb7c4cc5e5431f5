import type { Release, ReleaseQuery } from '@lectern/plugin-api';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import type { SearchSource } from './entities.js';
import { boundedReleases } from './bounded-titles.js';
import { answeredSource, failedSource } from './source-of.js';

/** A release and the integration that can resolve it. */
export interface FoundRelease {
  readonly integrationId: string;
  readonly release: Release;
}

/** Everything that came back. */
export interface SearchHarvest {
  readonly found: readonly FoundRelease[];
  readonly sources: readonly SearchSource[];
}

/** Time limit for all queries of one integration, so that a slow one does not cost the others' results. */
const LONGEST_MS = 120_000;
const RANK = { ok: 0, empty: 1, throttled: 2, failed: 3 } as const;

function worse(a: SearchSource, b: SearchSource): SearchSource {
  // one answered query does not hide that another was refused, unless it returned something
  if (a.status === 'ok' || b.status === 'ok') return { ...(a.status === 'ok' ? a : b), found: a.found + b.found };
  return { ...(RANK[a.status] >= RANK[b.status] ? a : b), found: a.found + b.found };
}

async function searchOne(
  provider: BoundProvider<'indexer'>,
  queries: readonly ReleaseQuery[],
  signal: AbortSignal,
  limitMs: number,
): Promise<SearchHarvest> {
  const found: FoundRelease[] = [];
  const sources = new Map<string, SearchSource>();
  const record = (source: SearchSource) => {
    const key = `${source.integrationId} ${source.id}`;
    const before = sources.get(key);
    sources.set(key, before ? worse(before, source) : source);
  };
  const until = Date.now() + limitMs;
  for (const query of queries) {
    const left = until - Date.now();
    if (left <= 0) break;
    try {
      const outcome = await provider.call('search', (indexer, call) => indexer.search(query, call), {
        timeoutMs: left,
        signal,
      });
      const counts = new Map<string, number>();
      for (const release of boundedReleases(outcome.releases)) {
        found.push({ integrationId: provider.integrationId, release });
        counts.set(release.indexer.id, (counts.get(release.indexer.id) ?? 0) + 1);
      }
      for (const source of outcome.sources) {
        record(answeredSource(provider, source, counts.get(source.id) ?? 0));
      }
    } catch (error) {
      if (signal.aborted) throw error;
      record(failedSource(provider, error));
      // an unreachable manager does not improve with the next query
      break;
    }
  }
  return { found, sources: [...sources.values()] };
}

function withoutRepeats(found: readonly FoundRelease[]): FoundRelease[] {
  const seen = new Map<string, FoundRelease>();
  for (const entry of found) {
    const key = `${entry.integrationId} ${entry.release.indexer.id} ${entry.release.guid}`;
    if (!seen.has(key)) seen.set(key, entry);
  }
  return [...seen.values()];
}

/** Queries every indexer, in parallel and independently; a failing one takes nothing from the others. */
export async function runSearch(
  providers: readonly BoundProvider<'indexer'>[],
  queries: readonly ReleaseQuery[],
  signal: AbortSignal,
  onSource: (sources: readonly SearchSource[]) => void = () => undefined,
  limitMs: number = LONGEST_MS,
): Promise<SearchHarvest> {
  const sources: SearchSource[] = [];
  const harvests = await Promise.all(
    providers.map(async (provider) => {
      const harvest = await searchOne(provider, queries, signal, limitMs);
      sources.push(...harvest.sources);
      onSource(sources);
      return harvest;
    }),
  );
  return { found: withoutRepeats(harvests.flatMap((harvest) => harvest.found)), sources };
}
