import type { Database, Tx } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import { isAtWork } from '../../platform/jobs/job-facts.js';
import type { JobContext, JobDefinition, JobQueue, RunAgain } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { saidOf, sentence, type Said } from '../../platform/words/index.js';
import { isFileError } from '../../files/file-error.js';
import { LOOK_AT_LIBRARY, SCAN_LIBRARY, type RemovedItems } from '../library/index.js';
import { findImport } from '../lifecycle/import-records.js';
import { giveUpPlaces, leavePlace, placesGivenUp, type LeavePlaceDeps, type LeftPlace } from '../lifecycle/leave-place.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { DELETE_REQUEST, requestSubject } from '../lifecycle/request-jobs.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { RequestRemoval } from '../lifecycle/request-removal.js';
import { findRequest } from '../lifecycle/request-store.js';
import { factsOf, hasFiles } from '../lifecycle/statuses.js';
import { subscribersOf } from '../lifecycle/subscribers.js';
import { TransitionConflict, type RequestTransitions } from '../lifecycle/transitions.js';
import { findDeletion } from './deletion-store.js';
import type { RequestDeletionRow } from './entities.js';

type Run = Pick<JobContext, 'hold'>;

/** Type of the live event of a request that is gone, or whose files are going. */
export const REQUEST_DELETED = 'request.deleted';

export interface DeleteJobDeps extends LeavePlaceDeps {
  readonly database: Database;
  readonly jobs: Pick<JobQueue, 'enqueue' | 'cancelSubject'>;
  readonly transitions: RequestTransitions;
  readonly removedItems: Pick<RemovedItems, 'forget'>;
  /** Settles what other people's requests for these books wait for. */
  readonly settleGone: (asins: readonly string[]) => Promise<unknown>;
  readonly requestRemoval: Pick<RequestRemoval, 'remove'>;
  /** Whether the files of a request are just taking the place of others. */
  readonly isHandingOver: (requestId: string) => Promise<boolean>;
  readonly events: Pick<EventBus, 'publish'>;
  readonly now: () => Date;
  readonly timeScale: number;
}

/** Until jobs that were told to end are looked at again. */
const STILL_RUNNING_MS = 2_000;
/** Until files that could not be removed are tried again. */
const AGAIN_MS = 10 * 60_000;
/** A media server needs some time to see what is gone. */
const SCAN_AFTER_MS = 60_000;

/** Cancels what is under way for a request. What is placed stays as it is: its torrent goes on. */
export async function endForDeletion(
  { transitions }: Pick<DeleteJobDeps, 'transitions'>,
  tx: Tx,
  { id, status }: Pick<RequestRow, 'id' | 'status'>,
  by: Said,
): Promise<void> {
  if (!factsOf(status).cancellable || hasFiles(status)) return;
  await transitions.apply(tx, id, 'cancel', {
    message: sentence('timeline.deletes', { name: by }),
    reason: waitReason('cancelled', { by }),
  });
}

/** Ends all that goes on for the request. @returns whether nothing does any more */
async function isAtRest({ database, jobs, transitions, isHandingOver }: DeleteJobDeps, requestId: string): Promise<boolean> {
  await database.transaction(async (tx) => {
    const request = await findRequest(tx, requestId);
    // somebody set it going again
    if (request) await endForDeletion({ transitions }, tx, request, sentence('timeline.an_admin'));
    await jobs.cancelSubject(tx, requestSubject(requestId));
  });
  return !(await isAtWork(database.read, requestSubject(requestId))) && !(await isHandingOver(requestId));
}

/** What became of the files, and the books that the library does not have any more. */
interface Removed extends LeftPlace {
  readonly books: readonly string[];
}

/** Removes the files that no other request has. A run after a crash removes what that one had yet to remove. */
async function removeFiles(deps: DeleteJobDeps, { requestId, createdAt }: RequestDeletionRow, job: Run): Promise<Removed> {
  await deps.database.transaction((tx) => giveUpPlaces(tx, requestId, createdAt));
  crashPoint('deleting', 'given up');
  const total = { removed: 0, kept: 0, books: [] as string[] };
  for (const importId of await placesGivenUp(deps.database.read, requestId, createdAt)) {
    await job.hold();
    const { removed, kept } = await leavePlace(deps, importId);
    total.removed += removed;
    total.kept += kept;
    const { directory } = (await findImport(deps.database.read, importId)) ?? {};
    if (directory !== undefined) total.books.push(...(await deps.removedItems.forget(directory)));
  }
  crashPoint('deleting', 'files removed');
  return total;
}

/** @returns whether it was still at rest */
async function removeRows(deps: DeleteJobDeps, requestId: string, left: LeftPlace, job: Run): Promise<boolean> {
  const { database, jobs, requestRemoval, events, now, timeScale } = deps;
  return database.transaction(async (tx) => {
    await job.hold(tx);
    const request = await findRequest(tx, requestId);
    if (!request) return true;
    if (factsOf(request.status).cancellable && !hasFiles(request.status)) return false;
    const users = [request.userId, ...(await subscribersOf(tx, requestId))];
    await requestRemoval.remove(tx, requestId);
    if (left.removed > 0) {
      await jobs.enqueue(tx, LOOK_AT_LIBRARY());
      await jobs.enqueue(tx, SCAN_LIBRARY(undefined, { runAt: new Date(now().getTime() + SCAN_AFTER_MS * timeScale) }));
    }
    tx.afterCommit(() => events.publish({ type: REQUEST_DELETED, data: { requestId, ...left }, audience: { users, andAdmins: true } }));
    return true;
  });
}

async function deleteRequest(deps: DeleteJobDeps, job: JobContext<PayloadOf<typeof DELETE_REQUEST>>): Promise<RunAgain | void> {
  const { requestId } = job.payload;
  const { database, transitions, now, timeScale } = deps;
  const again = (ms: number): RunAgain => ({ againAt: new Date(now().getTime() + ms * timeScale) });
  const deletion = await findDeletion(database.read, requestId);
  if (!deletion) return undefined;
  try {
    if (!(await isAtRest(deps, requestId))) return again(STILL_RUNNING_MS);
    const { books, ...left } = deletion.files === 'remove' ? await removeFiles(deps, deletion, job) : { removed: 0, kept: 0, books: [] };
    if (!(await removeRows(deps, requestId, left, job))) return again(STILL_RUNNING_MS);
    await deps.settleGone(books);
    crashPoint('deleting', 'ended');
    job.log.info({ requestId, files: deletion.files, ...left }, 'a request was deleted');
  } catch (error) {
    if (error instanceof TransitionConflict) return again(STILL_RUNNING_MS);
    if (!isFileError(error)) throw error;
    const later = again(AGAIN_MS);
    const reason = waitReason('not_deleted', { fault: saidOf(error) }, { nextAt: later.againAt });
    await database.transaction((tx) => transitions.setReason(tx, requestId, reason));
    return later;
  }
  return undefined;
}

export function deleteJob(deps: DeleteJobDeps): JobDefinition {
  return DELETE_REQUEST.handledBy({
    title: sentence('job.delete_request'),
    timeoutMs: 3_600_000,
    run: (job) => deleteRequest(deps, job),
  });
}
