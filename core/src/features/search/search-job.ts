import Type from 'typebox';
import type { Database, Tx } from '../../platform/db/index.js';
import { defineJob, type PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, JobRequest } from '../../platform/jobs/job-queue.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { inEnglish, saidOf, sentence, type Sentence } from '../../platform/words/index.js';
import type { SourceOutcome } from '@lectern/plugin-api';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import { requestSubject, SEARCH } from '../lifecycle/request-jobs.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import { announceSearch } from './announce-search.js';
import type { StoredCandidate } from './candidate-store.js';
import type { SearchSource } from './entities.js';
import { chooseRelease, type Decision } from './choose-release.js';
import { findCandidates, type FindDependencies, type Found, type Wish } from './find-candidates.js';
import { findMissingProvider, searchNeeds } from './missing-provider.js';

/** The dependencies of the search. */
export interface SearchDependencies extends FindDependencies {
  readonly database: Database;
  readonly requests: RequestReader;
  readonly transitions: RequestTransitions;
  readonly events: EventBus;
  /** The part that knows the libraries. */
  readonly settler: { endIfFound(tx: Tx, requestId: string): Promise<boolean> };
  readonly timeScale: number;
}

/** For a person who wants to look and choose; changes no status. */
export const INTERACTIVE_SEARCH = defineJob('request.interactive-search', Type.Object({ requestId: Type.String() }), {
  key: ({ requestId }) => `request.interactive-search:${requestId}`,
  subject: ({ requestId }) => requestSubject(requestId),
});

const HOUR_MS = 3_600_000;

interface Stored extends Found {
  readonly searchId: string;
  /** The ids of the best candidates, in their order. */
  readonly ids: readonly string[];
}

/** The wish of a request; `undefined` if the catalogue does not know its book any more. */
export async function wishOf(
  { catalog, requests }: Pick<SearchDependencies, 'catalog' | 'requests'>,
  row: RequestRow,
  signal: AbortSignal,
): Promise<Wish | undefined> {
  const book = await catalog.book(row.asin, { region: row.region, signal });
  return book && { ...row, info: await requests.info(row), book };
}

/** One search of a request: query, rank, store. An interrupted one is deleted, so that nobody waits for it forever. */
async function search(deps: SearchDependencies, row: RequestRow, wish: Wish, automatic: boolean, job: JobContext): Promise<Stored> {
  const { database, candidates, now } = deps;
  let searchId = '';
  const announce = () => announceSearch(deps.events, row, searchId);
  try {
    const found = await findCandidates(deps, wish, {
      signal: job.signal,
      async planned(queries) {
        const texts = queries.map(({ text }) => text);
        searchId = await database.transaction((tx) => candidates.begin(tx, { requestId: row.id, automatic, queries: texts, at: now() }));
      },
      heard(progress) {
        job.progress(progress);
        announce();
      },
    });
    const ids = await database.transaction(async (tx) => {
      const saved = await candidates.saveCandidates(tx, { id: searchId, requestId: row.id }, found.ranked, found.found);
      await candidates.saveSources(tx, searchId, found.sources, now());
      return saved;
    });
    crashPoint('search stored');
    announce();
    void deps.host.hooks.told('search.completed', {
      request: wish.info,
      sources: found.sources.map(inPlainWords),
      found: found.found.length,
    });
    return { ...found, searchId, ids };
  } catch (error) {
    if (searchId !== '') await database.transaction((tx) => candidates.discard(tx, searchId));
    throw error;
  }
}

function sourcesOf({ type }: Pick<RequestRow, 'type'>): 'ebookSources' | 'indexers' {
  return type === 'ebook' ? 'ebookSources' : 'indexers';
}

function beginning(row: RequestRow): Sentence {
  const { status, searchAttempts } = row;
  const sources = sourcesOf(row);
  if (status === 'searching') return sentence('timeline.search_was_cut_off', { sources });
  return searchAttempts === 0
    ? sentence('timeline.asking', { sources })
    : sentence('timeline.asking_again', { sources, number: searchAttempts + 1 });
}

/** Takes the release that a person chose before the request was allowed, without asking anybody. */
async function takeChosen({ transitions }: SearchDependencies, tx: Tx, { id, requestId, release }: StoredCandidate): Promise<void> {
  await transitions.apply(tx, requestId, 'winner_found', {
    message: sentence('timeline.taking_chosen', { release: release.title, indexer: release.indexer.name }),
    reason: waitReason('sending_to_client'),
    detail: { candidateId: id },
    jobPayload: { candidateId: id },
  });
}

async function automaticSearch(deps: SearchDependencies, job: JobContext<PayloadOf<typeof SEARCH>>): Promise<void> {
  const { database, transitions, candidates, now, timeScale } = deps;
  const { requestId } = job.payload;
  const started = await database.transaction(async (tx) => {
    const row = await findRequest(tx, requestId);
    if (!row || (await deps.settler.endIfFound(tx, requestId))) return undefined;
    const chosen = await candidates.chosen(tx, requestId);
    const begun = await transitions.apply(tx, requestId, 'search_started', {
      message: chosen ? sentence('timeline.chosen_beforehand') : beginning(row),
      reason: waitReason('searching', { sources: sourcesOf(row) }),
      set: { searchAttempts: row.status === 'searching' ? row.searchAttempts : row.searchAttempts + 1 },
    });
    if (!begun || !chosen) return begun;
    await takeChosen(deps, tx, chosen);
    return undefined;
  });
  if (!started) return;
  const missing = findMissingProvider(deps.host, now(), timeScale, await searchNeeds(deps, started.type));
  if (missing) {
    const { reason, nextAt } = missing;
    await database.transaction((tx) => transitions.apply(tx, requestId, 'nothing_found', { reason, jobAt: nextAt }));
    return;
  }
  const announced = await candidates.announcedGrab(requestId);
  const wish = await wishOf(deps, started, job.signal);
  if (!wish) throw new Error(`The catalogue no longer knows the book ${started.asin}.`);
  const stored = await search(deps, started, wish, true, job);
  const decision = await chooseRelease(deps, stored, stored.ids, {
    request: wish.info,
    attempts: started.searchAttempts,
    withoutDelay: job.payload.withoutDelay,
    announced,
  });
  job.signal.throwIfAborted();
  await database.transaction(async (tx) => {
    const until = grabTime(decision, stored, announced);
    if (until) await candidates.announceGrab(tx, stored.searchId, until);
    await carryOut(deps, tx, requestId, stored, decision);
  });
}

/** The end of the wait for something better; a search that could not ask everybody does not begin it anew. */
function grabTime(decision: Decision, { sources }: Found, announced: Date | undefined): Date | undefined {
  if (decision.what === 'wait') return decision.until;
  const isCutShort = sources.some(({ status }) => status === 'failed' || status === 'throttled');
  return decision.what === 'nothing' && isCutShort ? announced : undefined;
}

function carryOut({ transitions }: SearchDependencies, tx: Tx, requestId: string, { searchId, ranked }: Stored, decision: Decision) {
  if (decision.what === 'take') {
    const { release, score } = decision.candidate;
    return transitions.apply(tx, requestId, 'winner_found', {
      message: sentence('timeline.found_release', { release: release.title, indexer: release.indexer.name, score: Math.round(score) }),
      reason: waitReason('sending_to_client'),
      detail: { searchId, candidateId: decision.id, candidates: ranked.length },
      jobPayload: { candidateId: decision.id },
    });
  }
  const { reason } = decision;
  const detail = { searchId, candidates: ranked.length };
  return decision.what === 'wait'
    ? transitions.apply(tx, requestId, 'grab_delayed', {
        reason,
        detail: { ...detail, candidateId: decision.id },
        jobAt: decision.until,
      })
    : transitions.apply(tx, requestId, 'nothing_found', { reason, detail, jobAt: decision.nextAt });
}

async function giveUp(deps: SearchDependencies, requestId: string, error: unknown): Promise<void> {
  const nextAt = new Date(deps.now().getTime() + HOUR_MS * deps.timeScale);
  const reason = waitReason('search_failed', { fault: saidOf(error) }, { nextAt });
  await deps.database.transaction((tx) =>
    deps.transitions.apply(tx, requestId, 'nothing_found', {
      reason,
      jobAt: nextAt,
    }),
  );
}

/** Ends the searches whose job a person cancelled, so that nobody waits for their results. */
async function endSearches(deps: SearchDependencies, tx: Tx, requestId: string, automatic: boolean): Promise<void> {
  const row = await findRequest(tx, requestId);
  const ended = await deps.candidates.discardOpen(tx, requestId, automatic);
  if (row) tx.afterCommit(() => ended.forEach((searchId) => announceSearch(deps.events, row, searchId)));
}

/** Ends an automatic search whose job a person cancelled. @returns the next one, if the request still needs it */
async function cancelSearch(deps: SearchDependencies, tx: Tx, requestId: string): Promise<JobRequest | undefined> {
  await endSearches(deps, tx, requestId, true);
  const nextAt = new Date(deps.now().getTime() + HOUR_MS * deps.timeScale);
  const reason = waitReason('search_failed', { fault: sentence('finding.job_cancelled') }, { nextAt });
  const moved = await deps.transitions.apply(tx, requestId, 'search_cancelled', { reason });
  return moved && SEARCH({ requestId }, { runAt: nextAt });
}

/** A source as plugins are told of it. */
function inPlainWords({ error, ...source }: SearchSource): SourceOutcome {
  return error === undefined ? source : { ...source, error: inEnglish(error) };
}

/** The automatic and the interactive search. */
export function searchJobs(deps: SearchDependencies): JobDefinition[] {
  return [
    SEARCH.handledBy({
      title: sentence('job.search'),
      concurrency: 3,
      timeoutMs: 300_000,
      maxAttempts: 3,
      run: (job) => automaticSearch(deps, job),
      onExhausted: (job, error) => giveUp(deps, job.payload.requestId, error),
      onCancelled: (tx, { payload }) => cancelSearch(deps, tx, payload.requestId),
    }),
    INTERACTIVE_SEARCH.handledBy({
      title: sentence('job.interactive_search'),
      concurrency: 2,
      timeoutMs: 300_000,
      maxAttempts: 1,
      async run(job) {
        const row = await deps.requests.row(job.payload.requestId);
        const wish = row && (await wishOf(deps, row, job.signal));
        if (row && wish) await search(deps, row, wish, false, job);
      },
      onCancelled: (tx, { payload }) => endSearches(deps, tx, payload.requestId, false),
    }),
  ];
}
