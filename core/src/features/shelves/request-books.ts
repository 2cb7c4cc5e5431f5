import type { BookFormat } from '@lectern/plugin-api';
import type { Database, Sql } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { storeSaid, type Said } from '../../platform/words/index.js';
import type { CatalogService } from '../catalog/index.js';
import { madeSince } from '../lifecycle/request-store.js';
import { askedBefore, type RequestService } from '../requests/index.js';
import { LookupFailed, lookUpBook } from './book-lookup.js';
import type { MappingStore } from './mapping-store.js';
import type { BookVerdict, OpenBook, ShelfBooks } from './shelf-books.js';
import type { ShelfRecord } from './shelf-record.js';

export interface RequestBooksDeps {
  readonly database: Database;
  readonly catalog: Pick<CatalogService, 'book' | 'search' | 'siblings' | 'region'>;
  readonly requests: Pick<RequestService, 'create'>;
  readonly availabilityOf: (asins: readonly string[], format: BookFormat) => Promise<Map<string, unknown>>;
  readonly books: ShelfBooks;
  readonly mappings: MappingStore;
  readonly now: () => Date;
  /** Multiplies waits. */
  readonly timeScale: number;
}

/**
 * Limits of the lookups of a sync, and of the requests that all shelves of a person make in an hour, so that long shelves flood neither
 * the catalogue nor the download clients, however often they are synced.
 */
export const SYNC_BUDGET = { lookups: 50, requests: 20 } as const;

/** The outcome of requesting. */
export interface RequestedBooks {
  readonly requested: number;
  /** More books are due at the next sync. */
  readonly isMoreToDo: boolean;
  /** The catalogue did not answer. */
  readonly catalogFailed: boolean;
  /** The message about the user's used-up quota. */
  readonly quota?: Said;
}

const PAGE = 100;
const DAY_MS = 86_400_000;
const LOOK_AGAIN_MS = 7 * DAY_MS;
const HOUR_MS = 3_600_000;
const LOOKUP_FAILED_MS = HOUR_MS;

/** Another sync used up the hour's requests meanwhile. */
class HourUsedUp extends Error {
  override readonly name = 'HourUsedUp';
}

function isUnavailable(error: unknown): boolean {
  return error instanceof LookupFailed || (error instanceof ApiError && error.status === 503);
}

interface RequestBooksJob {
  readonly signal: AbortSignal;
  onProgress(requested: number, lookups: number): void;
}

/** A running sync and its results so far. */
interface Run extends RequestBooksDeps {
  readonly shelf: ShelfRecord;
  readonly caller: Caller;
  readonly job: RequestBooksJob;
  readonly region: string;
  /** How many requests may still be made. */
  left: number;
  readonly done: { lookups: number; requested: number; isMoreToDo: boolean; catalogFailed: boolean; quota: Said | undefined };
}

interface MatchedBook {
  readonly book: OpenBook;
  readonly asin: string;
}

function later({ now }: Pick<Run, 'now'>, ms: number): string {
  return new Date(now().getTime() + ms).toISOString();
}

function isDue({ now }: Pick<Run, 'now'>, at: string | null): boolean {
  return at === null || at <= now().toISOString();
}

/** @returns the ASIN, or a verdict, or nothing if the book's state does not change */
async function find(run: Run, book: OpenBook): Promise<string | BookVerdict | undefined> {
  const { catalog, mappings, region, done, job } = run;
  const { mapping, bookId } = book;
  if (mapping.isCorrected) return mapping.asin ?? { bookId, outcome: 'not_matched' };
  if (mapping.state === 'matched' && mapping.asin !== null && mapping.region === region) return mapping.asin;
  const unmatched = mapping.state === 'ambiguous' ? 'ambiguous' : mapping.state === 'none' ? 'not_matched' : 'waiting';
  // another user's shelf may have looked it up meanwhile
  if (!isDue(run, mapping.nextTryAt) && mapping.region === region) return { bookId, outcome: unmatched, nextTryAt: mapping.nextTryAt };
  if (done.catalogFailed) return undefined;
  if (done.lookups >= SYNC_BUDGET.lookups) {
    done.isMoreToDo = true;
    return undefined;
  }
  done.lookups += 1;
  try {
    const match = await lookUpBook(catalog, book.wanted, region, job.signal);
    await mappings.decide(book.provider, bookId, region, match, later(run, LOOK_AGAIN_MS));
    if (match.kind === 'match') return match.asin;
    return { bookId, outcome: match.kind === 'ambiguous' ? 'ambiguous' : 'not_matched', nextTryAt: later(run, LOOK_AGAIN_MS) };
  } catch (error) {
    job.signal.throwIfAborted();
    if (!isUnavailable(error)) throw error;
    done.catalogFailed = true;
    return undefined;
  }
}

/** The verdict for a refused request. @returns nothing if the book waits */
async function verdictOf(
  run: Run,
  { book: { bookId, provider, mapping } }: MatchedBook,
  error: ApiError,
): Promise<BookVerdict | undefined> {
  const { mappings, region, done } = run;
  switch (error.code) {
    case 'already_available':
      return { bookId, outcome: 'available' };
    case 'ignored':
      return { bookId, outcome: 'ignored' };
    case 'duplicate':
      return { bookId, outcome: 'asked_before', requestId: (error.extra.members?.['existingRequestId'] as string | undefined) ?? null };
    case 'refused_by_plugin':
      return { bookId, outcome: 'refused', reason: storeSaid(error.said), nextTryAt: later(run, LOOK_AGAIN_MS) };
    case 'unknown_book':
      // the catalogue lists a book that it does not have
      if (!mapping.isCorrected) await mappings.decide(provider, bookId, region, { kind: 'none' }, later(run, LOOK_AGAIN_MS));
      return { bookId, outcome: 'not_matched', nextTryAt: later(run, LOOK_AGAIN_MS) };
    case 'quota_exceeded':
      done.quota = error.said;
      return { bookId, outcome: 'waiting', reason: storeSaid(error.said) };
    default:
      if (!isUnavailable(error)) throw error;
      done.catalogFailed = true;
      await mappings.postpone(provider, bookId, later(run, LOOKUP_FAILED_MS));
      return undefined;
  }
}

function waitForHour(run: Run, bookId: string): BookVerdict {
  run.left = 0;
  run.done.isMoreToDo = true;
  return { bookId, outcome: 'waiting' };
}

function madeInHour({ caller, now, timeScale }: Pick<Run, 'caller' | 'now' | 'timeScale'>, sql: Pick<Sql, 'get'>): Promise<number> {
  const since = new Date(now().getTime() - HOUR_MS * timeScale).toISOString();
  return madeSince(sql, { userId: caller.userId, origin: 'shelf' }, since);
}

/** @returns nothing if the book waits */
async function ask(run: Run, matched: MatchedBook): Promise<BookVerdict | undefined> {
  const { bookId } = matched.book;
  try {
    const { outcome, requestId } = await run.requests.create(run.caller, {
      asin: matched.asin,
      type: 'audiobook',
      origin: 'shelf',
      // in the person's turn, because shelves are synced side by side
      whenCreated: async (tx) => {
        if ((await madeInHour(run, tx)) > SYNC_BUDGET.requests) throw new HourUsedUp();
      },
    });
    run.done.requested += 1;
    run.left -= 1;
    return { bookId, outcome: outcome === 'joined' ? 'joined' : 'requested', requestId };
  } catch (error) {
    if (error instanceof HourUsedUp) return waitForHour(run, bookId);
    if (!(error instanceof ApiError)) throw error;
    return verdictOf(run, matched, error);
  }
}

/** Looks up the books of a page. Books without a match get a verdict at once. */
async function findAll(run: Run, page: readonly OpenBook[]): Promise<{ matched: MatchedBook[]; verdicts: BookVerdict[] }> {
  const { job, done } = run;
  const verdicts: BookVerdict[] = [];
  const matched: MatchedBook[] = [];
  for (const book of page) {
    job.signal.throwIfAborted();
    if (!book.selected) {
      verdicts.push({ bookId: book.bookId, outcome: 'left_out' });
      continue;
    }
    const found = await find(run, book);
    if (typeof found === 'string') matched.push({ book, asin: found });
    else if (found) verdicts.push(found);
    job.onProgress(done.requested, done.lookups);
  }
  return { matched, verdicts };
}

/** Requests the found books that nobody has or has requested. Facts about all of them are read in one statement each. */
async function askForAll(run: Run, matched: readonly MatchedBook[]): Promise<BookVerdict[]> {
  const { database, catalog, books, shelf, caller, job, done } = run;
  const verdicts: BookVerdict[] = [];
  const siblings = await catalog.siblings(matched.map(({ asin }) => asin));
  const editions = (asin: string) => [asin, ...(siblings.get(asin) ?? [])];
  const all = [...new Set(matched.flatMap(({ asin }) => editions(asin)))];
  const [earlier, owned] = [await askedBefore(database.read, caller.userId, all), await run.availabilityOf(all, 'audiobook')];
  for (const one of matched) {
    job.signal.throwIfAborted();
    const { book, asin } = one;
    const { bookId } = book;
    const before = editions(asin).flatMap((edition) => earlier.get(edition) ?? [])[0];
    if (before) verdicts.push({ bookId, outcome: before.origin === 'shelf' ? 'requested' : 'asked_before', requestId: before.id });
    else if (editions(asin).some((edition) => owned.has(edition))) verdicts.push({ bookId, outcome: 'available' });
    else if (!shelf.autoRequest) verdicts.push({ bookId, outcome: 'found' });
    else if (book.outcome === 'refused' && !isDue(run, book.nextTryAt)) continue;
    else if (done.quota !== undefined) verdicts.push({ bookId, outcome: 'waiting', reason: storeSaid(done.quota) });
    else if (run.left <= 0 || done.catalogFailed) {
      done.isMoreToDo = true;
      verdicts.push({ bookId, outcome: 'waiting' });
    } else {
      const verdict = await ask(run, one);
      // at once, so that a request is not forgotten if the server stops now
      if (verdict) await books.settle(shelf.id, [verdict]);
      job.onProgress(done.requested, done.lookups);
    }
  }
  return verdicts;
}

/** The verdicts that differ from the stored ones. */
function newsOf(page: readonly OpenBook[], verdicts: readonly BookVerdict[]): BookVerdict[] {
  const stored = new Map(page.map(({ bookId, outcome, reason, nextTryAt }) => [bookId, JSON.stringify([outcome, reason, nextTryAt])]));
  return verdicts.filter(
    ({ bookId, outcome, reason, nextTryAt }) => stored.get(bookId) !== JSON.stringify([outcome, reason ?? null, nextTryAt ?? null]),
  );
}

/**
 * Looks up the shelf's undecided books, and requests those it finds. Library, ignore list, duplicates, quota and
 * approval apply as for any request.
 */
export async function requestBooks(
  deps: RequestBooksDeps,
  shelf: ShelfRecord,
  caller: Caller,
  job: RequestBooksJob,
): Promise<RequestedBooks> {
  const { books, catalog } = deps;
  const done: Run['done'] = { lookups: 0, requested: 0, isMoreToDo: false, catalogFailed: false, quota: undefined };
  const left = SYNC_BUDGET.requests - (await madeInHour({ ...deps, caller }, deps.database.read));
  const run: Run = { ...deps, shelf, caller, job, done, left, region: await catalog.region() };
  let last: (OpenBook & { readonly addedAt: string }) | undefined;
  do {
    const page = await books.open(shelf.id, PAGE, last);
    const { matched, verdicts } = await findAll(run, page);
    verdicts.push(...(await askForAll(run, matched)));
    await books.settle(shelf.id, newsOf(page, verdicts));
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last !== undefined);
  const { requested, isMoreToDo, catalogFailed, quota } = done;
  return { requested, isMoreToDo, catalogFailed, ...(quota === undefined ? {} : { quota }) };
}
