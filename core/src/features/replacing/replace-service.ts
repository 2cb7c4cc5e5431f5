import { readJson, type Database, type Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import type { LibraryBin, TickedFile } from '../library-bin/index.js';
import { requestsOf } from '../lifecycle/placed-folders.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { replaceablePlace, replacingRequest, type ReplaceablePlace } from '../lifecycle/replaced-imports.js';
import { REPLACE_FILES } from '../lifecycle/request-jobs.js';
import { findRequest, liveTwin, lockBook } from '../lifecycle/request-store.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { factsOf, hasFiles, type RequestType } from '../lifecycle/statuses.js';
import type { NewRequest, RequestTransitions } from '../lifecycle/transitions.js';
import type { By, ReportService } from '../reports/index.js';
import type { CandidateStore } from '../search/index.js';
import type { ReplacementRow } from './entities.js';
import { findForeignBook, type ForeignBook, type ForeignBookDeps } from './foreign-book.js';
import { addReplacement, findReplacement, openReplacements, replacementFor } from './replacement-store.js';

/** A replacement, and the request that brings it. */
export interface ReplacementView {
  readonly row: ReplacementRow;
  readonly request: RequestRow;
}

/** A book that Lectern did not place, and the files of it that are to give way. */
export interface ItemWish {
  readonly itemId: string;
  /** Their names, as they were listed. */
  readonly files: readonly string[];
  readonly text: string;
}

export interface ReplaceService {
  /**
   * Looks for another copy of a reported book: blocks the release of the present one, and makes a request that replaces it. The present one
   * stays until the other is in place.
   *
   * @param requestId whose files are to give way
   * @throws ApiError 404 `not_found`, 409 `report_closed`, `nothing_to_replace`, `being_replaced`, `duplicate`
   */
  replace(reportId: string, requestId: string, text: string, by: By): Promise<ReplacementView>;
  /**
   * The files of a reported book that Lectern did not place.
   *
   * @throws ApiError 404 `not_found`, 409 `nothing_to_replace`
   */
  filesOf(reportId: string, itemId: string): Promise<ForeignBook>;
  /**
   * Looks for another copy of a reported book that Lectern did not place. The chosen files stay until the other copy is in place, and then
   * go to the bin of the library.
   *
   * @throws ApiError 404 `not_found`, 409 `report_closed`, `nothing_to_replace`, `changed_files`, `being_replaced`, `duplicate`
   */
  replaceItem(reportId: string, wish: ItemWish, by: By): Promise<ReplacementView>;
  /** The last replacement because of a report. Two statements. */
  of(reportId: string): Promise<ReplacementView | undefined>;
  /** Whether the files of a request have become the book, and those that they replace are being removed. One statement. */
  isHandingOver(requestId: string): Promise<boolean>;
  /** Queues the job of every request whose files have yet to take the place of others, or to go because it was cancelled. */
  resume(): Promise<void>;
}

export interface ReplaceServiceDeps {
  readonly database: Database;
  readonly jobs: Pick<JobQueue, 'add'>;
  readonly reports: Pick<ReportService, 'thread' | 'editionsOf' | 'noteReplacing'>;
  readonly transitions: RequestTransitions;
  readonly libraryBin: Pick<LibraryBin, 'diskOf' | 'list' | 'listedIn'>;
  readonly settings: ForeignBookDeps['settings'];
  readonly places: ForeignBookDeps['places'];
  readonly candidates: Pick<CandidateStore, 'block'>;
  readonly now: () => Date;
}

/** Why a release that people read of is blocked. */
const BLOCKED_BECAUSE = sentence('evidence.was_replaced');

/** The request that looks for the other copy. */
type Wanted = Pick<
  NewRequest,
  'asin' | 'region' | 'type' | 'title' | 'author' | 'anyReading' | 'mergeChapters' | 'replacesImportId' | 'replacesPlace'
>;

function beingReplaced(requestId: string): ApiError {
  return new ApiError('being_replaced', sentence('problem.being_replaced'), { members: { requestId } });
}

/** The chosen files among those that are there. @throws ApiError `changed_files` */
function chosenOf({ files }: ForeignBook, names: readonly string[]): TickedFile[] {
  const wanted = new Set(names);
  const chosen = files.filter(({ path }) => wanted.has(path)).map(({ path, size, modifiedAt }) => ({ path, size, modifiedAt }));
  if (chosen.length === wanted.size) return chosen;
  throw new ApiError('changed_files', sentence('problem.changed_files'));
}

async function refuseDuplicate(tx: Tx, type: RequestType, editions: readonly string[], { caller }: By): Promise<void> {
  const own = await liveTwin(tx, { userId: caller.userId, type }, editions);
  if (own) throw new ApiError('duplicate', sentence('problem.duplicate'), { members: { existingRequestId: own.id } });
}

/** Makes the request for the other copy, and writes down what it replaces. */
async function ask(
  { transitions }: Pick<ReplaceServiceDeps, 'transitions'>,
  tx: Tx,
  reportId: string,
  wanted: Wanted,
  { caller, address }: By,
): Promise<RequestRow> {
  const request = await transitions.create(tx, {
    ...wanted,
    userId: caller.userId,
    actor: { id: caller.userId, address },
    origin: 'replace',
    status: 'pending',
    message: sentence('timeline.wants_other_copy', { name: caller.displayName }),
    reason: waitReason('queued'),
  });
  const importId = wanted.replacesImportId ?? null;
  await addReplacement(tx, { requestId: request.id, reportId, importId, userId: caller.userId, createdAt: request.createdAt });
  return request;
}

export function createReplaceService(deps: ReplaceServiceDeps): ReplaceService {
  const { database, jobs, reports, libraryBin, candidates, now } = deps;

  async function of(reportId: string): Promise<ReplacementView | undefined> {
    const row = await replacementFor(database.read, reportId);
    const request = row && (await findRequest(database.read, row.requestId));
    return row && request && { row, request };
  }

  function nothing(): ApiError {
    return new ApiError('nothing_to_replace', sentence('problem.nothing_to_replace'));
  }

  /** @throws ApiError */
  function replaceable(found: ReplaceablePlace | undefined, editions: readonly string[]): ReplaceablePlace {
    if (!found || !editions.includes(found.request.asin)) throw nothing();
    return found;
  }

  async function made(reportId: string): Promise<ReplacementView> {
    const view = await of(reportId);
    if (!view) throw new ApiError('not_found', sentence('problem.no_replacement'));
    return view;
  }

  return {
    of,

    async filesOf(reportId, itemId) {
      const { report } = await reports.thread(reportId);
      return findForeignBook(deps, itemId, await reports.editionsOf(report.asin));
    },

    isHandingOver: async (requestId) => (await findReplacement(database.read, requestId))?.state === 'removing',

    async resume() {
      const requests = await requestsOf(database.read, await openReplacements(database.read));
      for (const { id, status } of requests.values())
        if (hasFiles(status) || factsOf(status).life === 'dropped') await jobs.add(REPLACE_FILES({ requestId: id }));
    },

    async replace(reportId, requestId, text, by) {
      const { report } = await reports.thread(reportId);
      const editions = await reports.editionsOf(report.asin);
      await database.transaction(async (tx) => {
        const { request: old, placed, download } = replaceable(await replaceablePlace(tx, requestId), editions);
        await lockBook(tx, { type: old.type, asins: editions });
        const other = await replacingRequest(tx, placed.directory);
        if (other) throw beingReplaced(other.id);
        await refuseDuplicate(tx, old.type, editions, by);
        await reports.noteReplacing(tx, report, text, by);
        if (download) {
          const { title = 'unnamed release', indexer = 'unknown' } = readJson(download.release);
          const blocked = { asin: old.asin, releaseKey: download.releaseKey, title, indexer, reason: BLOCKED_BECAUSE };
          await candidates.block(tx, { ...blocked, by: by.caller.userId, at: now() });
        }
        const { asin, region, type, title, author } = old;
        const flags = {
          anyReading: Boolean(old.anyReading),
          mergeChapters: old.mergeChapters === null ? undefined : Boolean(old.mergeChapters),
        };
        await ask(deps, tx, reportId, { asin, region, type, title, author, ...flags, replacesImportId: placed.id }, by);
      });
      return made(reportId);
    },

    async replaceItem(reportId, { itemId, files, text }, by) {
      const { report } = await reports.thread(reportId);
      const editions = await reports.editionsOf(report.asin);
      const { type, directory, items, ...book } = await findForeignBook(deps, itemId, editions);
      const chosen = chosenOf({ type, directory, items, ...book }, files);
      const disk = await libraryBin.diskOf(directory);
      await database.transaction(async (tx) => {
        await lockBook(tx, { type, asins: editions });
        for (const { id, status } of (await requestsOf(tx, await libraryBin.listedIn(tx, directory))).values())
          if (factsOf(status).life !== 'dropped') throw beingReplaced(id);
        await refuseDuplicate(tx, type, editions, by);
        await reports.noteReplacing(tx, report, text, by);
        const { asin, region, title, author } = report;
        const request = await ask(deps, tx, reportId, { asin, region, type, title, author, replacesPlace: { directory, items } }, by);
        const { caller } = by;
        const row = {
          id: request.id,
          title,
          author,
          directory,
          actorId: caller.userId,
          actorName: caller.username,
          createdAt: request.createdAt,
        };
        await libraryBin.list(tx, row, disk, chosen);
      });
      return made(reportId);
    },
  };
}
