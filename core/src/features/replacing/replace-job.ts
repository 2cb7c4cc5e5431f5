import type { Database } from '../../platform/db/index.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, JobQueue, RunAgain } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { inRow, saidOf, sentence, type Said } from '../../platform/words/index.js';
import { isFileError } from '../../files/file-error.js';
import { verifyPlacement } from '../../files/placing/placement-manifest.js';
import type { LibraryBin } from '../library-bin/index.js';
import { LOOK_AT_LIBRARY, type RemovedItems } from '../library/index.js';
import { findImport, lastImport } from '../lifecycle/import-records.js';
import { giveUpPlaces, leavePlace, placesGivenUp, type LeftPlace } from '../lifecycle/leave-place.js';
import { placedReleasesOf } from '../lifecycle/placed-releases.js';
import { handOverPlace, hasPlace } from '../lifecycle/replaced-imports.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { REFRESH_LIBRARY, REPLACE_FILES } from '../lifecycle/request-jobs.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import { hasFiles } from '../lifecycle/statuses.js';
import { countEvents } from '../lifecycle/timeline.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { ReportService } from '../reports/index.js';
import type { Settings } from '../settings/index.js';
import type { ReplacementRow } from './entities.js';
import { changeReplacement, findReplacement } from './replacement-store.js';

export interface ReplaceJobDeps {
  readonly database: Database;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly transitions: RequestTransitions;
  readonly reports: Pick<ReportService, 'resolveReplaced' | 'editionsOf' | 'openSince'>;
  readonly libraryBin: Pick<LibraryBin, 'fill'>;
  readonly removedItems: Pick<RemovedItems, 'forget'>;
  readonly settings: { get(): Promise<Pick<Settings, 'library'>> };
  readonly now: () => Date;
  readonly timeScale: number;
}

/** Until a copy that could not give way is tried again. */
const AGAIN_MS = 10 * 60_000;
/** Copies of a book that are looked at; a household has few. */
const MOST_RELEASES = 50;
/** The line of the timeline about files that went with a cancelled replacement. */
const WITHDRAWN = 'replacement_withdrawn';

async function tryAgain({ database, transitions, now, timeScale }: ReplaceJobDeps, requestId: string, fault: Said): Promise<RunAgain> {
  const againAt = new Date(now().getTime() + AGAIN_MS * timeScale);
  await database.transaction((tx) =>
    transitions.setReason(tx, requestId, waitReason('not_replaced', { fault }, { nextAt: againAt }), 'downloaded'),
  );
  return { againAt };
}

/** What is wrong with the files of the new copy; nothing gives way to files that are not all there. */
async function problemOfNew({ database }: ReplaceJobDeps, request: RequestRow): Promise<Said | undefined> {
  const fresh = await lastImport(database.read, request.id);
  if (!fresh) return sentence('finding.nothing_placed');
  const [problem] = await verifyPlacement(fresh.directory, fresh.manifest);
  return problem && sentence('finding.not_as_placed', { file: problem.path, folder: fresh.directory });
}

/** Makes the new files the book. @returns whether that is so now */
async function handOver({ database, now }: ReplaceJobDeps, request: RequestRow, { importId }: ReplacementRow): Promise<boolean> {
  return database.transaction(async (tx) => {
    const isSo = importId === null ? await hasPlace(tx, request.id) : await handOverPlace(tx, request, now().toISOString());
    if (!isSo) return false;
    await changeReplacement(tx, request.id, { state: 'removing' });
    return true;
  });
}

function binSentenceOf({ removed, kept }: LeftPlace): Said {
  const stayed = kept === 0 ? undefined : sentence('timeline.bin_copy_stayed', { count: kept });
  return inRow(sentence('timeline.old_copy_to_bin', { count: removed }), stayed);
}

function sentenceOf({ removed, kept }: LeftPlace): Said {
  const stayed = kept === 0 ? undefined : sentence('timeline.old_copy_stayed', { count: kept });
  return inRow(removed === 0 ? sentence('timeline.old_copy_kept') : sentence('timeline.old_copy_removed', { count: removed }), stayed);
}

async function end(deps: ReplaceJobDeps, request: RequestRow, replacement: ReplacementRow, outcome: LeftPlace): Promise<void> {
  const { requestId, userId } = replacement;
  const closed = await reportsOfOld(deps, request, replacement);
  const { database, jobs, transitions, reports, now } = deps;
  await database.transaction(async (tx) => {
    await changeReplacement(tx, requestId, { ...outcome, state: 'done', endedAt: now().toISOString() });
    await transitions.note(tx, requestId, 'replaced', replacement.importId === null ? binSentenceOf(outcome) : sentenceOf(outcome), {
      detail: outcome,
    });
    await transitions.setReason(tx, requestId, waitReason('awaiting_library'), 'downloaded');
    for (const reportId of closed) await reports.resolveReplaced(tx, reportId, userId);
    await jobs.enqueue(tx, REFRESH_LIBRARY({ requestId }));
    await jobs.enqueue(tx, LOOK_AT_LIBRARY());
  });
}

/** Removes the files of an import, and the items that they were. */
async function empty(deps: ReplaceJobDeps, importId: string): Promise<LeftPlace> {
  const left = await leavePlace(deps, importId);
  const { directory } = (await findImport(deps.database.read, importId)) ?? {};
  if (directory !== undefined) await deps.removedItems.forget(directory);
  return left;
}

/** Cancelled since: what it was to replace stays, and what was placed for it beside that goes. */
async function withdraw(deps: ReplaceJobDeps, { requestId, createdAt }: ReplacementRow): Promise<undefined> {
  const { database, jobs, transitions } = deps;
  await database.transaction((tx) => giveUpPlaces(tx, requestId, createdAt));
  const places = await placesGivenUp(database.read, requestId, createdAt);
  let removed = 0;
  for (const importId of places) removed += (await empty(deps, importId)).removed;
  if (removed === 0 || (await countEvents(database.read, requestId, WITHDRAWN)) > 0) return undefined;
  await database.transaction(async (tx) => {
    await transitions.note(tx, requestId, WITHDRAWN, sentence('timeline.withdrawn'));
    await jobs.enqueue(tx, LOOK_AT_LIBRARY());
  });
  return undefined;
}

/** Open reports about the copy that gave way: all about its book since it was placed, unless the library has yet another copy. */
async function reportsOfOld(deps: ReplaceJobDeps, request: RequestRow, { importId, reportId }: ReplacementRow): Promise<readonly string[]> {
  const { database, reports } = deps;
  const editions = await reports.editionsOf(request.asin);
  const old = importId === null ? undefined : await findImport(database.read, importId);
  const fresh = await lastImport(database.read, request.id);
  const releases = await placedReleasesOf(database.read, editions, MOST_RELEASES);
  const hasAnother = releases.some(
    ({ removedAt, type, directory }) => removedAt === null && type === request.type && directory !== fresh?.directory,
  );
  if (!old || hasAnother) return [reportId];
  return [...new Set([reportId, ...(await reports.openSince(editions, old.createdAt))])];
}

/**
 * Lets the old files give way once the new ones are in place. At any moment one of the two is whole: the new files are checked, then they
 * become the book, and only then the old ones are removed. A run after a crash goes on where that one was.
 */
async function replaceFiles(deps: ReplaceJobDeps, job: JobContext<PayloadOf<typeof REPLACE_FILES>>): Promise<RunAgain | void> {
  const { requestId } = job.payload;
  const { read } = deps.database;
  const request = await findRequest(read, requestId);
  const replacement = await findReplacement(read, requestId);
  if (!request || !replacement || replacement.state === 'done') return undefined;
  try {
    if (replacement.state === 'waiting') {
      if (!hasFiles(request.status)) return await withdraw(deps, replacement);
      const problem = await problemOfNew(deps, request);
      if (problem !== undefined) return await tryAgain(deps, requestId, problem);
      if (!(await handOver(deps, request, replacement))) return undefined;
      crashPoint('replacing', 'handed over');
    }
    const { importId } = replacement;
    const outcome = await (importId === null ? deps.libraryBin.fill(requestId) : empty(deps, importId));
    crashPoint('replacing', 'removed');
    await end(deps, request, replacement, outcome);
    crashPoint('replacing', 'ended');
  } catch (error) {
    if (!isFileError(error)) throw error;
    return tryAgain(deps, requestId, saidOf(error));
  }
  return undefined;
}

export function replaceJob(deps: ReplaceJobDeps): JobDefinition {
  return REPLACE_FILES.handledBy({
    title: sentence('job.replace_files'),
    timeoutMs: 3_600_000,
    run: (job) => replaceFiles(deps, job),
  });
}
