import type { CatalogBook } from '@lectern/plugin-api';
import { readJson, type Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import type { CatalogService } from '../catalog/index.js';
import { likeness, namesOf, titlesOf, type DescribedItem } from './likeness.js';
import { itemsToLookUp, keepLikelyBooks, lookUpLast, type LikelyBook } from './likely-match-store.js';

/** Dependencies of the job that looks up items. */
export interface LikelyMatchJobDeps {
  readonly database: Database;
  readonly catalog: Pick<CatalogService, 'search'>;
  readonly now: () => Date;
  /** Multiplies waits. */
  readonly timeScale: number;
}

const LIKELY_MATCHES = defineJob('library.likely-matches', NO_PAYLOAD, { key: 'schedule' });

/** The most items that one run looks up, so that a large library does not flood the catalogue. */
export const LOOKUPS_A_RUN = 50;
const NEXT_RUN_MS = 5 * 60_000;
/** The time after which an item is looked up again: the catalogue grows. */
const LOOK_AGAIN_MS = 30 * 86_400_000;
const FOUND_AT_ONCE = 20;
/** Books that are suggested for one item. */
const MOST_SUGGESTIONS = 3;
const LONGEST_SEARCH = 200;

function byScore(a: LikelyBook & { readonly ratings: number }, b: LikelyBook & { readonly ratings: number }): number {
  return b.score - a.score || b.ratings - a.ratings || (a.asin < b.asin ? -1 : 1);
}

/** The books most like an item, the surest first. */
function likelyBooks(item: DescribedItem, found: readonly CatalogBook[]): LikelyBook[] {
  return found
    .flatMap((book) => {
      const fit = likeness(item, book);
      return fit ? [{ asin: book.asin, ratings: book.rating?.count ?? 0, ...fit }] : [];
    })
    .sort(byScore)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ ratings: _, ...book }) => book);
}

/** The search for an item: its title without an author's name in front, and its first author. */
function searchFor({ title, authors }: DescribedItem): string {
  const names = namesOf(authors);
  const bare = (titlesOf(title, names).at(-1) ?? title).slice(0, LONGEST_SEARCH).replace(/[([][^()[\]]*[)\]]/g, ' ');
  return `${bare} ${names[0] ?? ''}`.trim();
}

/** @returns `undefined` when the catalogue does not answer */
async function ask(catalog: LikelyMatchJobDeps['catalog'], item: DescribedItem): Promise<LikelyBook[] | undefined> {
  const text = searchFor(item);
  if (text === '') return [];
  try {
    const page = await catalog.search({ text, page: 1, limit: FOUND_AT_ONCE });
    // the stored books are only part of the catalogue
    return page.stale === true ? undefined : likelyBooks(item, page.items);
  } catch (error) {
    if (error instanceof ApiError && error.status === 503) return undefined;
    throw error;
  }
}

/** Asks the catalogue about items without a book. Each item costs one search and one short transaction. */
async function lookUpItems({ database, catalog, now, timeScale }: LikelyMatchJobDeps, job: JobContext): Promise<RunAgain | void> {
  const due = await itemsToLookUp(database.read, now(), LOOKUPS_A_RUN);
  let found = 0;
  for (const [done, item] of due.entries()) {
    job.signal.throwIfAborted();
    job.progress({ done, total: due.length, message: sentence('progress.books_looked_up', { done, total: due.length }) });
    const books = await ask(catalog, { ...item, authors: readJson<string[]>(item.authors) });
    if (!books) {
      await database.transaction((tx) => lookUpLast(tx, item, now()));
      job.progress({ done, total: due.length, message: sentence('progress.catalogue_silent_look_up') });
      return;
    }
    const lookUpAt = new Date(now().getTime() + LOOK_AGAIN_MS).toISOString();
    await database.transaction((tx) => keepLikelyBooks(tx, item, books, lookUpAt));
    if (books.length > 0) found += 1;
    // answers from the cache of searches leave no room for other work
    await new Promise((resolve) => setImmediate(resolve));
  }
  const message =
    due.length === 0 ? sentence('progress.nothing_to_look_up') : sentence('progress.likely_found', { total: due.length, found });
  job.progress({ done: due.length, total: due.length, message });
  if (due.length === LOOKUPS_A_RUN) return { againAt: new Date(now().getTime() + NEXT_RUN_MS * timeScale) };
}

/** The job that finds likely matches. */
export function likelyMatchJob(deps: LikelyMatchJobDeps): JobDefinition {
  return LIKELY_MATCHES.handledBy({
    title: sentence('job.find_likely_matches'),
    cron: '8 * * * *',
    timeoutMs: 30 * 60_000,
    // the next hour is soon enough
    maxAttempts: 1,
    run: (job) => lookUpItems(deps, job),
  });
}
