import { isIntegrationError, type CatalogBook, type Release, type Remark, type SearchOutcome } from '@lectern/plugin-api';
import { createHash } from 'node:crypto';
import { readJson, type Database } from '../../platform/db/index.js';
import { createGiveWay } from '../../platform/jobs/give-way.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, JobQueue } from '../../platform/jobs/job-queue.js';
import { inRow, saidOf, saidOfRemark, sentence, type Said } from '../../platform/words/index.js';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { SEARCH } from '../lifecycle/request-jobs.js';
import { requestsIn } from '../lifecycle/request-store.js';
import { readValue, writeValue } from '../settings/stored-values.js';
import { boundedReleases } from './bounded-titles.js';
import { pickAutomatic, rankInTurns } from './ranking/ranking.js';
import type { RankingRules } from './ranking/ranking-rules.js';
import { blockedAmong, blockedKeysOf, rulesForAll } from './rules-for.js';
import type { SearchDependencies } from './search-job.js';
import { compactKey, numbersAsDigits, textKey, transliterate } from './text-key.js';
import { wantedFromCatalog } from './wanted-from-request.js';

/** Reads the newest releases of the indexers. */
export const READ_FEEDS = defineJob('acquisition.feeds', NO_PAYLOAD, { key: 'schedule' });

export interface FeedDependencies extends Omit<SearchDependencies, 'settler' | 'requests' | 'events' | 'timeScale'> {
  readonly jobs: JobQueue;
}

/** Hashes of the releases seen in the feeds of an integration, by source. */
type Seen = Record<string, readonly string[]>;

const FEED_TIMEOUT_MS = 120_000;
/** A feed has about a hundred entries. */
const KEPT_A_SOURCE = 500;
/** The most requests checked in one run, oldest first. */
const MOST_REQUESTS = 1000;
/** The most faults reported by one run. */
const MOST_PROBLEMS = 20;

/** Times in feeds are often wrong, so entries are told apart by guid, which is hashed because it may be an address with a key. */
function nameOf(release: Release): string {
  return createHash('sha256').update(`${release.indexer.id} ${release.guid}`).digest('base64url').slice(0, 22);
}

function memoryKey(integrationId: string): string {
  return `acquisition.feed:${integrationId}`;
}

async function readSeen(database: Database, integrationId: string): Promise<Seen> {
  return (await readValue<Seen>(database.read, memoryKey(integrationId))) ?? {};
}

/** What is said of an entry of a feed more than once. */
interface Entry {
  readonly release: Release;
  readonly name: string;
}

/** Names thousands of entries while others have their turn. */
async function named(releases: readonly Release[], giveWay: () => Promise<void>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const release of releases) {
    await giveWay();
    entries.push({ release, name: nameOf(release) });
  }
  return entries;
}

/** Folded only so far that no spelling the ranking treats as equal is lost. */
function folded(text: string): string {
  return compactKey(transliterate(numbersAsDigits(textKey(text))));
}

/** Returns a test for whether a folded title may be about a request, to avoid asking the catalogue about its book. */
function mentionOf(request: Pick<RequestRow, 'title' | 'author'>): (foldedTitle: string) => boolean {
  const words = [longestWord(request.title), request.author.split(/[\s,.]+/).at(-1) ?? ''].map(folded).filter((word) => word !== '');
  return (foldedTitle) => words.length === 0 || words.some((word) => foldedTitle.includes(word));
}

function longestWord(title: string): string {
  return title.split(/\s+/).reduce((best, word) => (word.length > best.length ? word : best), '');
}

/**
 * Compares new releases in the feeds with the requests that wait for one. A request that would take one searches at
 * once. The search itself decides, with all indexers.
 */
async function readFeeds(deps: FeedDependencies, job: JobContext): Promise<void> {
  const { database, host, jobs, now } = deps;
  const { ebooks } = await deps.settings.get();
  const listed = await requestsIn(database.read, 'awaiting_search', MOST_REQUESTS);
  // who waits for something better to appear searches at the end of that wait, whatever appears
  const waiting = listed.filter(
    ({ type, reason }) => (type === 'audiobook' || ebooks.useIndexers) && readJson(reason)?.code !== 'grab_delayed',
  );
  if (waiting.length === 0) return job.progress({ done: 0, total: 0, message: sentence('progress.no_request_waits') });

  const problems: Said[] = [];
  const giveWay = createGiveWay();
  const fresh: (Entry & { readonly title: string })[] = [];
  const memories = new Map<string, Seen>();
  for (const provider of host.providers('indexer')) {
    try {
      const outcome = await readFeed(provider, job.signal);
      if (!outcome) continue;
      const before = await readSeen(database, provider.integrationId);
      const knownNames = new Set(Object.values(before).flat());
      const entries = await named(boundedReleases(outcome.releases), giveWay);
      problems.push(
        ...outcome.sources.flatMap(({ name, status, error }) => (status === 'failed' ? [complaintOf(name, error, provider.pluginId)] : [])),
      );
      for (const entry of entries) {
        if (knownNames.has(entry.name)) continue;
        await giveWay();
        fresh.push({ ...entry, title: folded(entry.release.title) });
      }
      memories.set(provider.integrationId, seenNow(outcome, entries, before));
    } catch (error) {
      job.signal.throwIfAborted();
      if (!isIntegrationError(error)) throw error;
      problems.push(sentence('phrase.says', { name: provider.name, what: saidOf(error) }));
    }
  }

  const matched: RequestRow[] = [];
  const undecided = new Set<string>();
  // what is the same for all requests, or for all of one book, is asked once a run
  const known = { rules: await rulesForAll(deps), books: new Map<string, Promise<CatalogBook | undefined>>() };
  for (const request of waiting) {
    await giveWay();
    job.signal.throwIfAborted();
    const isMentioned = mentionOf(request);
    const possible = fresh.filter(({ title }) => isMentioned(title));
    const releases = possible.map(({ release }) => release);
    const verdict = releases.length === 0 ? false : await wouldTake(deps, request, releases, known, job);
    if (verdict === true) matched.push(request);
    if (verdict === undefined) for (const { name } of possible) undecided.add(name);
  }
  await database.transaction(async (tx) => {
    for (const [integrationId, seen] of memories) {
      await writeValue(tx, memoryKey(integrationId), without(seen, undecided), now());
    }
    for (const { id } of matched) {
      // moves the queued search forward
      await jobs.enqueue(tx, SEARCH({ requestId: id }));
    }
  });
  const counts = { fresh: fresh.length, matched: matched.length, total: waiting.length };
  job.progress({
    done: matched.length,
    total: waiting.length,
    message: inRow(sentence('progress.feeds_read', counts), ...problems.slice(0, MOST_PROBLEMS)),
  });
}

function complaintOf(name: string, error: Remark | undefined, plugin: string): Said {
  if (error === undefined) return sentence('finding.did_not_answer', { name });
  return sentence('phrase.says', { name, what: saidOfRemark(error, plugin) });
}

/** The state to remember. A failed source keeps its old names; one that is no longer listed is forgotten. */
function seenNow({ sources }: SearchOutcome, entries: readonly Entry[], before: Seen): Seen {
  const names = new Map<string, string[]>();
  for (const { id, status } of sources) names.set(id, status === 'ok' ? [] : [...(Object.hasOwn(before, id) ? (before[id] ?? []) : [])]);
  const read = new Set(sources.flatMap(({ id, status }) => (status === 'ok' ? [id] : [])));
  for (const { release, name } of entries) {
    const kept = read.has(release.indexer.id) ? names.get(release.indexer.id) : undefined;
    if (kept && kept.length < KEPT_A_SOURCE) kept.push(name);
  }
  return Object.fromEntries(names);
}

async function readFeed(provider: BoundProvider<'indexer'>, signal: AbortSignal) {
  return provider.call('recent', async (indexer, call) => indexer.recent?.(call), { signal, timeoutMs: FEED_TIMEOUT_MS });
}

/** Releases that could not be judged count as new the next time, too. */
function without(seen: Seen, names: ReadonlySet<string>): Seen {
  return Object.fromEntries(Object.entries(seen).map(([source, known]) => [source, known.filter((name) => !names.has(name))]));
}

interface KnownForRun {
  readonly rules: RankingRules;
  /** By region and ASIN. Nothing, if the book could not be looked up. */
  readonly books: Map<string, Promise<CatalogBook | undefined>>;
}

function lookUp(deps: FeedDependencies, { asin, region }: RequestRow, { books }: KnownForRun, job: JobContext) {
  const key = `${region}/${asin}`;
  let book = books.get(key);
  if (!book) {
    book = deps.catalog.book(asin, { region, signal: job.signal }).catch((error: unknown) => {
      job.signal.throwIfAborted();
      job.log.warn({ err: error, asin }, 'a waiting book could not be looked up for a new release');
      return undefined;
    });
    books.set(key, book);
  }
  return book;
}

/** @returns nothing if the book could not be looked up */
async function wouldTake(
  deps: FeedDependencies,
  request: RequestRow,
  releases: readonly Release[],
  known: KnownForRun,
  job: JobContext,
): Promise<boolean | undefined> {
  const book = await lookUp(deps, request, known, job);
  if (!book) return undefined;
  const ranked = await rankInTurns(
    await wantedFromCatalog(deps.catalog, request, book),
    releases,
    { ...known.rules, blocklist: blockedAmong(releases, await blockedKeysOf(deps, request.asin)) },
    deps.now().getTime(),
    { signal: job.signal },
  );
  return pickAutomatic(ranked) !== undefined;
}

/** The job that watches the feeds of indexers. */
export function feedJobs(deps: FeedDependencies): JobDefinition[] {
  return [
    READ_FEEDS.handledBy({
      title: sentence('job.read_feeds'),
      cron: '*/15 * * * *',
      timeoutMs: 600_000,
      // the next run is soon, and indexers count requests
      maxAttempts: 1,
      run: (job) => readFeeds(deps, job),
    }),
  ];
}
