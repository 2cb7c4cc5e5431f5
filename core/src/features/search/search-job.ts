import type { CandidateInfo, CatalogBook, Protocol, Release, RequestInfo } from '@lectern/plugin-api';
import Type from 'typebox';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { Database, Tx } from '../../platform/db/index.js';
import { defineJob, type PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition } from '../../platform/jobs/job-queue.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import type { CatalogService } from '../catalog/catalog-service.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import { requestSubject, SEARCH } from '../lifecycle/request-jobs.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { SettingsService } from '../settings/settings-service.js';
import type { CandidateStore } from './candidate-store.js';
import { findMissingProvider, type SearchNeeds } from './missing-provider.js';
import { plannedQueries } from './planned-queries.js';
import type { RankingRules } from './ranking/ranking-rules.js';
import { pickAutomatic, rankInTurns, sortCandidates, withVerdict, type RankedCandidate } from './ranking/ranking.js';
import { parsedEbook } from './ebook-release.js';
import { ebookQuery, runEbookSearch } from './ebook-search.js';
import { blockedAmong, rulesFor } from './rules-for.js';
import { judgeEmptySearch } from './search-outcome.js';
import type { SearchSource } from './entities.js';
import { runSearch } from './search-run.js';
import { wantedBook } from './wanted-from-request.js';

/** The dependencies of the search. */
export interface SearchDependencies {
  readonly database: Database;
  readonly host: PluginHost;
  readonly requests: RequestReader;
  readonly transitions: RequestTransitions;
  readonly candidates: CandidateStore;
  readonly catalog: CatalogService;
  readonly settings: SettingsService;
  readonly events: EventBus;
  /** What knows the libraries. */
  readonly settler: { endIfFound(tx: Tx, requestId: string): Promise<boolean> };
  readonly now: () => Date;
  readonly timeScale: number;
}

/** For a person who wants to look and choose; changes no status. */
export const INTERACTIVE_SEARCH = defineJob('request.interactive-search', Type.Object({ requestId: Type.String() }), {
  key: ({ requestId }) => `request.interactive-search:${requestId}`,
  subject: ({ requestId }) => requestSubject(requestId),
});

const HOUR_MS = 3_600_000;

function shown(candidate: RankedCandidate, index: number): CandidateInfo {
  const { private: _hidden, ...release } = candidate.release;
  return { id: String(index), release, score: candidate.score, gates: candidate.gates, parts: candidate.parts };
}

/** Plugins may answer with anything, and the host checks only the outermost shape. */
function isUsable(candidate: { readonly gates?: unknown; readonly parts?: unknown }): boolean {
  return Array.isArray(candidate.gates) && Array.isArray(candidate.parts);
}

/** Lets plugins add gates and score parts. They cannot remove any or change a release. */
async function rankWithPlugins(
  deps: SearchDependencies,
  request: RequestInfo,
  ranked: readonly RankedCandidate[],
  rules: RankingRules,
): Promise<readonly RankedCandidate[]> {
  const before = ranked.map(shown);
  const after = await deps.host.hooks.transform('search.ranking', { request, candidates: before });
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

interface Outcome {
  readonly searchId: string;
  readonly ranked: readonly RankedCandidate[];
  readonly ids: readonly string[];
  readonly sources: Awaited<ReturnType<typeof runSearch>>['sources'];
  readonly rules: RankingRules;
}

/** One search: query, rank, store. An interrupted one is deleted, so that nobody waits for it forever. */
async function search(deps: SearchDependencies, row: RequestRow, book: CatalogBook, automatic: boolean, job: JobContext): Promise<Outcome> {
  const begun: { searchId?: string } = {};
  try {
    return await askAndRank(deps, row, book, automatic, job, begun);
  } catch (error) {
    const { searchId } = begun;
    if (searchId !== undefined) await deps.database.transaction((tx) => deps.candidates.discard(tx, searchId));
    throw error;
  }
}

async function askAndRank(
  deps: SearchDependencies,
  row: RequestRow,
  book: CatalogBook,
  automatic: boolean,
  job: JobContext,
  begun: { searchId?: string },
): Promise<Outcome> {
  const { database, candidates, host, now } = deps;
  const info = await deps.requests.info(row);
  const wanted = wantedBook(row, book, await deps.catalog.otherTitlesOfSeries(book));
  const { queries } = await host.hooks.transform('search.querying', { request: info, queries: plannedQueries(row, book) });
  const searchId = await database.transaction((tx) =>
    candidates.begin(tx, { requestId: row.id, automatic, queries: queries.map((query) => query.text), at: now() }),
  );
  begun.searchId = searchId;
  const announce = () =>
    deps.events.publish({
      type: 'search.updated',
      data: { requestId: row.id, searchId },
      audience: { users: [row.userId], andAdmins: true },
    });
  const { ebooks } = await deps.settings.get();
  const ebookSources = row.type === 'ebook' ? host.providers('ebookSource') : [];
  const indexers = row.type === 'audiobook' || ebooks.useIndexers ? host.providers('indexer') : [];
  const answered = new Set<string>();
  const heard = (sources: readonly SearchSource[]) => {
    for (const source of sources) answered.add(source.integrationId);
    job.progress({ done: answered.size, total: indexers.length + ebookSources.length });
    announce();
  };
  const query = ebookQuery(wanted, ebooks.formatPreference, row.customSearchTerms, book.isbn);
  const [byHttp, byIndexer] = await Promise.all([
    runEbookSearch(ebookSources, query, job.signal, heard),
    runSearch(indexers, queries, job.signal, heard),
  ]);
  const harvest = { found: [...byHttp.found, ...byIndexer.found], sources: [...byHttp.sources, ...byIndexer.sources] };
  // ebook sources in the admin's order, then the indexers
  const places = new Map(ebookSources.map(({ integrationId }, place) => [integrationId, place]));
  const preference = ({ indexer, protocol }: Release) =>
    (row.type === 'ebook' && protocol === 'http' ? places.get(indexer.id) : undefined) ?? ebookSources.length;
  const { rules, blockedKeys } = await rulesFor(deps, row.asin);
  const releases = harvest.found.map((entry) => entry.release);
  const judged = { ...rules, blocklist: blockedAmong(releases, blockedKeys) };
  const how = row.type === 'ebook' ? { parse: parsedEbook, preference } : {};
  const own = await rankInTurns(wanted, releases, judged, now().getTime(), { ...how, signal: job.signal });
  const ranked = await rankWithPlugins(deps, info, own, rules);
  job.signal.throwIfAborted();
  const ids = await database.transaction(async (tx) => {
    const saved = await candidates.saveCandidates(tx, { id: searchId, requestId: row.id }, ranked, harvest.found);
    await candidates.saveSources(tx, searchId, harvest.sources, now());
    return saved;
  });
  crashPoint('search stored');
  announce();
  void host.hooks.told('search.completed', { request: info, sources: harvest.sources, found: harvest.found.length });
  return { searchId, ranked, ids, sources: harvest.sources, rules };
}

/** The candidate to take: a plugin's choice, or else the best beyond doubt. */
async function select(
  deps: SearchDependencies,
  row: RequestRow,
  outcome: Outcome,
): Promise<{ id: string } | { refused: string } | undefined> {
  const visible = outcome.ranked
    .slice(0, outcome.ids.length)
    .map((candidate, index) => ({ ...shown(candidate, index), id: outcome.ids[index] ?? '' }));
  const answer = await deps.host.hooks.veto('release.selecting', { request: await deps.requests.info(row), candidates: visible });
  if (answer && 'refuse' in answer) return { refused: answer.refuse };
  if (answer && 'candidateId' in answer && outcome.ids.includes(answer.candidateId)) return { id: answer.candidateId };
  const picked = pickAutomatic(outcome.ranked);
  const id = picked && outcome.ids[outcome.ranked.indexOf(picked)];
  return id === undefined ? undefined : { id };
}

function sourcesOf({ type }: Pick<RequestRow, 'type'>): 'ebookSources' | 'indexers' {
  return type === 'ebook' ? 'ebookSources' : 'indexers';
}

function whom({ type }: Pick<RequestRow, 'type'>): string {
  return type === 'ebook' ? 'ebook sources' : 'indexers';
}

function beginning(row: RequestRow): string {
  const { status, searchAttempts } = row;
  if (status === 'searching') return `The search was cut off. Asking the ${whom(row)} again.`;
  return searchAttempts === 0 ? `Asking the ${whom(row)}.` : `Asking the ${whom(row)} again (search ${searchAttempts + 1}).`;
}

/** The requirements of this search. */
async function needsOf({ host, settings }: SearchDependencies, row: RequestRow): Promise<SearchNeeds> {
  const offers = await Promise.all(
    host
      .providers('indexer')
      .map((indexer) => indexer.call('protocols', async ({ protocols }) => protocols).catch((): readonly Protocol[] => [])),
  );
  return {
    kind: row.type,
    mayUseIndexers: (await settings.get()).ebooks.useIndexers,
    hasFilesByHttp: offers.some((protocols) => protocols.includes('http')),
  };
}

async function automaticSearch(deps: SearchDependencies, job: JobContext<PayloadOf<typeof SEARCH>>): Promise<void> {
  const { database, transitions, now, timeScale } = deps;
  const { requestId } = job.payload;
  const started = await database.transaction(async (tx) => {
    const row = await findRequest(tx, requestId);
    if (!row || (await deps.settler.endIfFound(tx, requestId))) return undefined;
    return transitions.apply(tx, requestId, 'search_started', {
      message: beginning(row),
      reason: waitReason('searching', { sources: sourcesOf(row) }),
      set: { searchAttempts: row.status === 'searching' ? row.searchAttempts : row.searchAttempts + 1 },
    });
  });
  if (!started) return;
  const missing = findMissingProvider(deps.host, now(), timeScale, await needsOf(deps, started));
  if (missing) {
    const { reason, nextAt } = missing;
    await database.transaction((tx) =>
      transitions.apply(tx, requestId, 'nothing_found', { message: reason.message, reason, jobAt: nextAt }),
    );
    return;
  }
  const book = await deps.catalog.book(started.asin, { signal: job.signal });
  if (!book) throw new Error(`The catalogue no longer knows the book ${started.asin}.`);
  const outcome = await search(deps, started, book, true, job);
  const choice = await select(deps, started, outcome);
  job.signal.throwIfAborted();
  if (choice && 'id' in choice) {
    const winner = outcome.ranked[outcome.ids.indexOf(choice.id)];
    await database.transaction((tx) =>
      transitions.apply(tx, requestId, 'winner_found', {
        message: `Found "${winner?.release.title}" at ${winner?.release.indexer.name}, score ${Math.round(winner?.score ?? 0)}.`,
        reason: waitReason('sending_to_client'),
        detail: { searchId: outcome.searchId, candidateId: choice.id, candidates: outcome.ranked.length },
        jobPayload: { candidateId: choice.id },
      }),
    );
    return;
  }
  const verdict = judgeEmptySearch({
    sources: outcome.sources,
    candidates: outcome.ranked.length,
    best: outcome.ranked[0],
    minScore: outcome.rules.minScore,
    attempts: started.searchAttempts,
    type: started.type,
    now: now(),
    timeScale,
  });
  const reason =
    choice && 'refused' in choice
      ? waitReason('refused_by_plugin', { sources: sourcesOf(started), refusal: choice.refused }, { nextAt: verdict.nextAt })
      : verdict.reason;
  await database.transaction((tx) =>
    transitions.apply(tx, requestId, 'nothing_found', {
      message: reason.message,
      reason,
      detail: { searchId: outcome.searchId, candidates: outcome.ranked.length },
      jobAt: verdict.nextAt,
    }),
  );
}

async function giveUp(deps: SearchDependencies, requestId: string, error: unknown): Promise<void> {
  const nextAt = new Date(deps.now().getTime() + HOUR_MS * deps.timeScale);
  const reason = waitReason('search_failed', { fault: error instanceof Error ? error.message : String(error) }, { nextAt });
  await deps.database.transaction((tx) =>
    deps.transitions.apply(tx, requestId, 'nothing_found', {
      message: reason.message,
      reason,
      jobAt: nextAt,
    }),
  );
}

/** The automatic and the interactive search. */
export function searchJobs(deps: SearchDependencies): JobDefinition[] {
  return [
    SEARCH.handledBy({
      title: 'Search for a release',
      concurrency: 3,
      timeoutMs: 300_000,
      maxAttempts: 3,
      run: (job) => automaticSearch(deps, job),
      onExhausted: (job, error) => giveUp(deps, job.payload.requestId, error),
    }),
    INTERACTIVE_SEARCH.handledBy({
      title: 'Search for candidates',
      concurrency: 2,
      timeoutMs: 300_000,
      maxAttempts: 1,
      async run(job) {
        const row = await deps.requests.row(job.payload.requestId);
        const book = row && (await deps.catalog.book(row.asin, { signal: job.signal }));
        if (row && book) await search(deps, row, book, false, job);
      },
    }),
  ];
}
