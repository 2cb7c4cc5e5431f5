import { isIntegrationError, type CatalogBook } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import type { CatalogService } from '../catalog/index.js';
import { readSharedStates, walkListing, type PersonStatesDeps } from '../following/index.js';
import { addBook, readSeries, storeSeries, type SeriesOfLibrary } from './collect-series.js';
import { countGaps, type SeriesGaps } from './count-gaps.js';
import { keepCount, keepUnknown, seriesToCount, seriesToWalk, walkLater, type SeriesKey } from './gap-store.js';

export interface GapJobDeps extends PersonStatesDeps {
  readonly catalog: Pick<CatalogService, 'region' | 'siblings' | 'book' | 'cached' | 'seriesBooks' | 'authorBooks'>;
  readonly now: () => Date;
  /** Multiplies waits. */
  readonly timeScale: number;
}

const SERIES_GAPS = defineJob('series-gaps.refresh', NO_PAYLOAD, { key: 'schedule' });

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The most series that one run asks the catalogue about, so that a large library does not flood it. */
export const WALKS_A_RUN = 20;
/** The most books of the library that one run asks the catalogue about; it knows the series of those that people have looked at. */
const BOOKS_A_RUN = 30;
const NEXT_RUN_MS = 5 * MINUTE_MS;
/** A catalogue lists new parts some months ahead. */
const WALK_AGAIN_MS = 7 * DAY_MS;
/** What the catalogue does not list may be listed some day. */
const GONE_MS = 30 * DAY_MS;
/** An empty listing says nothing, neither that the series is complete nor that it is gone. */
const EMPTY_MS = DAY_MS;
const COUNT_AT_ONCE = 50;

/** Whether the catalogue said that it has no such series, rather than nothing. */
function isGone(error: ApiError): boolean {
  return error.status === 404 || (isIntegrationError(error.cause) && error.cause.code === 'INTEGRATION_NOT_FOUND');
}

async function count(
  deps: GapJobDeps,
  series: SeriesKey,
  books: readonly CatalogBook[],
  groups: readonly (readonly string[])[],
): Promise<SeriesGaps> {
  const { editions, owned } = await readSharedStates(deps, { books, groups, name: undefined, isCut: false });
  const here = [...editions].filter(([, asins]) => asins.some((asin) => owned.has(asin))).map(([asin]) => asin);
  return countGaps(series, books, new Set(here), deps.now().toISOString().slice(0, 10));
}

/** Counts series anew whose books in the library changed, from stored listings. */
async function countChanged(deps: GapJobDeps, region: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const some = await seriesToCount(deps.database.read, region, COUNT_AT_ONCE);
    for (const { booksKey, listing, ...series } of some) {
      signal.throwIfAborted();
      const stored = await deps.catalog.cached(listing, region);
      const books = listing.flatMap((asin) => stored.get(asin) ?? []);
      const gaps = await count(deps, series, books, []);
      await deps.database.transaction((tx) => keepCount(tx, series, booksKey, gaps));
    }
    if (some.length < COUNT_AT_ONCE) return;
  }
}

/** @returns false when the catalogue does not answer */
async function walk(deps: GapJobDeps, series: SeriesKey, booksKey: string, signal: AbortSignal): Promise<boolean> {
  const { database, now, timeScale } = deps;
  const later = (ms: number): string => new Date(now().getTime() + ms * timeScale).toISOString();
  try {
    const { region, seriesId } = series;
    const { books, groups } = await walkListing(deps.catalog, { kind: 'series', catalogId: seriesId, region }, signal);
    // a catalogue that hides a series, or has an outage in disguise, sends nothing: what is known of the series is better
    if (books.length === 0) {
      await database.transaction((tx) => walkLater(tx, series, later(EMPTY_MS)));
      return true;
    }
    const gaps = await count(deps, series, books, groups);
    const walked = { listing: books.map(({ asin }) => asin), at: now().toISOString(), walkAt: later(WALK_AGAIN_MS) };
    await database.transaction((tx) => keepCount(tx, series, booksKey, gaps, walked));
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 503)) throw error;
    const gone = isGone(error);
    // behind all others that wait: it may never answer for this one
    await database.transaction((tx) => walkLater(tx, series, later(gone ? GONE_MS : 0)));
    return gone;
  }
}

/** Asks the catalogue which series books of the library belong to. @returns false when it does not answer */
async function lookUpBooks(
  { database, catalog, now, timeScale }: GapJobDeps,
  region: string,
  asins: readonly string[],
  found: SeriesOfLibrary,
  job: JobContext,
): Promise<boolean> {
  for (const [done, asin] of asins.entries()) {
    job.signal.throwIfAborted();
    job.progress({ done, total: asins.length, message: sentence('progress.books_looked_up', { done, total: asins.length }) });
    try {
      const book = await catalog.book(asin, { signal: job.signal });
      if (book?.region === region) addBook(found, asin, book.series);
      else await database.transaction((tx) => keepUnknown(tx, region, asin, new Date(now().getTime() + GONE_MS * timeScale).toISOString()));
    } catch (error) {
      if (error instanceof ApiError && error.status === 503) return false;
      throw error;
    }
  }
  return true;
}

async function refresh(deps: GapJobDeps, job: JobContext): Promise<RunAgain | void> {
  const { database, catalog, now, timeScale } = deps;
  const { signal } = job;
  const region = await catalog.region();
  const { found, unknown } = await readSeries(database, region, { now: now(), mostUnknown: BOOKS_A_RUN, signal });
  const answers = await lookUpBooks(deps, region, unknown, found, job);
  await storeSeries(database, region, found, { now: now(), signal });
  await countChanged(deps, region, signal);
  const due = answers ? await seriesToWalk(database.read, region, now(), WALKS_A_RUN) : [];
  const silent = { done: 0, total: due.length, message: sentence('progress.catalogue_silent_read') };
  if (!answers) return job.progress(silent);
  for (const [done, { booksKey, ...series }] of due.entries()) {
    signal.throwIfAborted();
    job.progress({ done, total: due.length, message: sentence('progress.series_read', { done, total: due.length }) });
    if (!(await walk(deps, series, booksKey, signal))) return job.progress({ ...silent, done });
  }
  const message = sentence('progress.series_found', { series: found.size, read: due.length });
  job.progress({ done: due.length, total: due.length, message });
  const isMore = due.length === WALKS_A_RUN || unknown.length === BOOKS_A_RUN;
  if (isMore) return { againAt: new Date(now().getTime() + NEXT_RUN_MS * timeScale) };
}

/** The job that keeps the gaps of the library's series. What it read is stored series by series, so a run that stops loses nothing. */
export function gapJob(deps: GapJobDeps): JobDefinition {
  return SERIES_GAPS.handledBy({
    title: sentence('job.find_series_gaps'),
    cron: '41 * * * *',
    timeoutMs: 60 * MINUTE_MS,
    // the next hour is soon enough
    maxAttempts: 1,
    run: (job) => refresh(deps, job),
  });
}
