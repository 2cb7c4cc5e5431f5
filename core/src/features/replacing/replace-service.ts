import { readJson, type Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { requestsOf } from '../lifecycle/placed-folders.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { replaceablePlace, replacingRequest, type ReplaceablePlace } from '../lifecycle/replaced-imports.js';
import { REPLACE_FILES } from '../lifecycle/request-jobs.js';
import { findRequest, liveTwin, lockBook } from '../lifecycle/request-store.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { factsOf, hasFiles } from '../lifecycle/statuses.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { By, ReportService } from '../reports/index.js';
import type { CandidateStore } from '../search/index.js';
import type { ReplacementRow } from './entities.js';
import { addReplacement, findReplacement, openReplacements, replacementFor } from './replacement-store.js';

/** A replacement, and the request that brings it. */
export interface ReplacementView {
  readonly row: ReplacementRow;
  readonly request: RequestRow;
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
  readonly candidates: Pick<CandidateStore, 'block'>;
  readonly now: () => Date;
}

/** Why a release that people read of is blocked. */
const BLOCKED_BECAUSE = 'It was replaced because somebody reported a problem with it.';

export function createReplaceService({ database, jobs, reports, transitions, candidates, now }: ReplaceServiceDeps): ReplaceService {
  async function of(reportId: string): Promise<ReplacementView | undefined> {
    const row = await replacementFor(database.read, reportId);
    const request = row && (await findRequest(database.read, row.requestId));
    return row && request && { row, request };
  }

  function nothing(): ApiError {
    return new ApiError('nothing_to_replace', 'This request has no files in the library that could be replaced.');
  }

  /** @throws ApiError */
  function replaceable(found: ReplaceablePlace | undefined, editions: readonly string[]): ReplaceablePlace {
    if (!found || !editions.includes(found.request.asin)) throw nothing();
    return found;
  }

  return {
    of,

    isHandingOver: async (requestId) => (await findReplacement(database.read, requestId))?.state === 'removing',

    async resume() {
      const requests = await requestsOf(database.read, await openReplacements(database.read));
      for (const { id, status } of requests.values())
        if (hasFiles(status) || factsOf(status).life === 'dropped') await jobs.add(REPLACE_FILES({ requestId: id }));
    },

    async replace(reportId, requestId, text, by) {
      const { report } = await reports.thread(reportId);
      const editions = await reports.editionsOf(report.asin);
      const { caller, address } = by;
      await database.transaction(async (tx) => {
        const { request: old, placed, download } = replaceable(await replaceablePlace(tx, requestId), editions);
        await lockBook(tx, { type: old.type, asins: editions });
        const other = await replacingRequest(tx, placed.directory);
        if (other)
          throw new ApiError('being_replaced', 'Another copy of this book is being looked for.', { members: { requestId: other.id } });
        const own = await liveTwin(tx, { userId: caller.userId, type: old.type }, editions);
        if (own) throw new ApiError('duplicate', 'You have already requested this book.', { members: { existingRequestId: own.id } });
        await reports.noteReplacing(tx, report, text, by);
        const at = now();
        if (download) {
          const { title = 'unnamed release', indexer = 'unknown' } = readJson(download.release);
          const blocked = { asin: old.asin, releaseKey: download.releaseKey, title, indexer, reason: BLOCKED_BECAUSE };
          await candidates.block(tx, { ...blocked, by: caller.userId, at });
        }
        const { asin, region, type, title, author, anyReading, mergeChapters } = old;
        const made = await transitions.create(tx, {
          userId: caller.userId,
          actor: { id: caller.userId, address },
          asin,
          region,
          type,
          title,
          author,
          anyReading: Boolean(anyReading),
          mergeChapters: mergeChapters === null ? undefined : Boolean(mergeChapters),
          origin: 'replace',
          replacesImportId: placed.id,
          status: 'pending',
          message: `${caller.displayName} looks for another copy, because a problem was reported.`,
          reason: waitReason('queued'),
        });
        await addReplacement(tx, { requestId: made.id, reportId, importId: placed.id, userId: caller.userId, createdAt: at.toISOString() });
      });
      const made = await of(reportId);
      if (!made) throw new ApiError('not_found', 'There is no such replacement.');
      return made;
    },
  };
}
