import type { CandidateInfo, CatalogBook, Release, ReleaseQuery, RequestInfo } from '@lectern/plugin-api';
import { inEnglish } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { CatalogService } from '../catalog/catalog-service.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { SettingsService } from '../settings/settings-service.js';
import type { CandidateStore } from './candidate-store.js';
import { statedEbook } from './ebook-release.js';
import { ebookQuery, runEbookSearch } from './ebook-search.js';
import type { SearchSource } from './entities.js';
import { plannedQueries } from './planned-queries.js';
import type { RankingRules } from './ranking/ranking-rules.js';
import type { WantedBook } from './ranking/wanted-book.js';
import { rankInTurns, sortCandidates, withVerdict, type RankedCandidate } from './ranking/ranking.js';
import { blockedAmong, rulesFor } from './rules-for.js';
import { runSearch, type FoundRelease } from './search-run.js';
import { wantedFromCatalog } from './wanted-from-request.js';

/** The dependencies of asking and ranking. */
export interface FindDependencies {
  readonly host: PluginHost;
  readonly candidates: CandidateStore;
  readonly catalog: CatalogService;
  readonly settings: SettingsService;
  readonly now: () => Date;
}

/** The book that is searched for: that of a request, or one as if it had been requested. */
export interface Wish extends Pick<RequestRow, 'type' | 'asin' | 'title' | 'author' | 'customSearchTerms' | 'anyReading'> {
  /** As hooks see it. */
  readonly info: RequestInfo;
  readonly book: CatalogBook;
}

/** The course of a search. */
export interface Course {
  readonly signal: AbortSignal;
  /** The most milliseconds that a source may take. Default: as long as it is allowed for a search in the background. */
  readonly limitMs?: number;
  /** Called before anybody is asked. */
  readonly planned?: (queries: readonly ReleaseQuery[]) => Promise<void>;
  /** Called whenever a source has answered. */
  readonly heard?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Everything that a search found, ranked. */
export interface Found {
  readonly ranked: readonly RankedCandidate[];
  /** Which integration found what. */
  readonly found: readonly FoundRelease[];
  readonly sources: readonly SearchSource[];
  readonly rules: RankingRules;
}

/** A candidate as hooks see it, in English. */
export function candidateInfo(candidate: RankedCandidate, id: string): CandidateInfo {
  const { private: _hidden, ...release } = candidate.release;
  const gates = candidate.gates.map(({ reason, evidence, ...gate }) => ({
    ...gate,
    reason: inEnglish(reason),
    ...(evidence === undefined ? {} : { evidence: inEnglish(evidence) }),
  }));
  const parts = candidate.parts.map(({ reason, ...part }) => ({ ...part, reason: inEnglish(reason) }));
  return { id, release, score: candidate.score, gates, parts };
}

/** Plugins may answer with anything, and the host checks only the outermost shape. */
function isUsable(candidate: { readonly gates?: unknown; readonly parts?: unknown }): boolean {
  return Array.isArray(candidate.gates) && Array.isArray(candidate.parts);
}

/** Lets plugins add gates and score parts. They cannot remove any or change a release. */
async function rankWithPlugins(
  host: PluginHost,
  request: RequestInfo,
  ranked: readonly RankedCandidate[],
  rules: RankingRules,
): Promise<readonly RankedCandidate[]> {
  const before = ranked.map((candidate, index) => candidateInfo(candidate, String(index)));
  const after = await host.hooks.transform('search.ranking', { request, candidates: before });
  if (after.candidates === before) return ranked;
  const byId = new Map(after.candidates.map((candidate) => [candidate.id, candidate]));
  return sortCandidates(
    ranked.map((candidate, index) => {
      const changed = byId.get(String(index));
      if (!changed || !isUsable(changed)) return candidate;
      const gates = [...candidate.gates, ...changed.gates.slice(candidate.gates.length)];
      const added = changed.parts.slice(candidate.parts.length).filter(({ points }) => Number.isFinite(points));
      const parts = [...candidate.parts, ...added];
      return withVerdict({ ...candidate, gates, parts }, undefined, rules);
    }),
  );
}

/** How releases for a wish are ranked. */
interface RankFor {
  readonly signal: AbortSignal;
  /** The rank of the source of a release. Default: all equal. */
  readonly preference?: (release: Release) => number;
}

/** Ranks releases for a wish by the current rules, the blocklist and the plugins. Every ranking of ours is this one. */
export async function rankFor(
  deps: FindDependencies,
  wish: Wish,
  wanted: WantedBook,
  releases: readonly Release[],
  { signal, preference }: RankFor,
): Promise<{ readonly ranked: readonly RankedCandidate[]; readonly rules: RankingRules }> {
  const { rules, blockedKeys } = await rulesFor(deps, wish.asin);
  const judged = { ...rules, blocklist: blockedAmong(releases, blockedKeys) };
  const how = wish.type === 'ebook' ? { stated: statedEbook, ...(preference ? { preference } : {}) } : {};
  const own = await rankInTurns(wanted, releases, judged, deps.now().getTime(), { ...how, signal });
  return { ranked: await rankWithPlugins(deps.host, wish.info, own, rules), rules };
}

/** Asks all sources and ranks what they have. Stores nothing. Every search for a book is this one. */
export async function findCandidates(deps: FindDependencies, wish: Wish, { signal, limitMs, planned, heard }: Course): Promise<Found> {
  const { host } = deps;
  const { info, book } = wish;
  const wanted = await wantedFromCatalog(deps.catalog, wish, book);
  const { queries } = await host.hooks.transform('search.querying', { request: info, queries: plannedQueries(wish, book) });
  await planned?.(queries);
  const { ebooks } = await deps.settings.get();
  const ebookSources = wish.type === 'ebook' ? host.providers('ebookSource') : [];
  const indexers = wish.type === 'audiobook' || ebooks.useIndexers ? host.providers('indexer') : [];
  const answered = new Set<string>();
  const onSource = (sources: readonly SearchSource[]) => {
    for (const source of sources) answered.add(source.integrationId);
    heard?.({ done: answered.size, total: indexers.length + ebookSources.length });
  };
  const query = ebookQuery(wanted, ebooks.formatPreference, wish.customSearchTerms, book.isbn);
  const [byHttp, byIndexer] = await Promise.all([
    runEbookSearch(ebookSources, query, signal, onSource, limitMs),
    runSearch(indexers, queries, signal, onSource, limitMs),
  ]);
  const found = [...byHttp.found, ...byIndexer.found];
  // ebook sources in the admin's order, then the indexers
  const places = new Map(ebookSources.map(({ integrationId }, place) => [integrationId, place]));
  const preference = ({ indexer, protocol }: Release) =>
    (wish.type === 'ebook' && protocol === 'http' ? places.get(indexer.id) : undefined) ?? ebookSources.length;
  const releases = found.map((entry) => entry.release);
  const { ranked, rules } = await rankFor(deps, wish, wanted, releases, { signal, preference });
  signal.throwIfAborted();
  return { ranked, found, sources: [...byHttp.sources, ...byIndexer.sources], rules };
}
