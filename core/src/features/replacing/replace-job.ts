import type { Database } from '../../platform/db/index.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, JobQueue, RunAgain } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { isFileError } from '../../files/file-error.js';
import { verifyPlacement } from '../../files/placing/placement-manifest.js';
import { LOOK_AT_LIBRARY } from '../library/index.js';
import { lastImport } from '../lifecycle/import-records.js';
import { leavePlace, type LeftPlace } from '../lifecycle/leave-place.js';
import { handOverPlace } from '../lifecycle/replaced-imports.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { REFRESH_LIBRARY, REPLACE_FILES } from '../lifecycle/request-jobs.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import { hasFiles } from '../lifecycle/statuses.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { ReportService } from '../reports/index.js';
import type { Settings } from '../settings/index.js';
import type { ReplacementRow } from './entities.js';
import { changeReplacement, findReplacement } from './replacement-store.js';

export interface ReplaceJobDeps {
  readonly database: Database;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly transitions: RequestTransitions;
  readonly reports: Pick<ReportService, 'resolveReplaced'>;
  readonly settings: { get(): Promise<Pick<Settings, 'library'>> };
  readonly now: () => Date;
  readonly timeScale: number;
}

/** Until a copy that could not give way is tried again. */
const AGAIN_MS = 10 * 60_000;

async function tryAgain({ database, transitions, now, timeScale }: ReplaceJobDeps, requestId: string, fault: string): Promise<RunAgain> {
  const againAt = new Date(now().getTime() + AGAIN_MS * timeScale);
  await database.transaction((tx) =>
    transitions.setReason(tx, requestId, waitReason('not_replaced', { fault }, { nextAt: againAt }), 'downloaded'),
  );
  return { againAt };
}

/** What is wrong with the files of the new copy; nothing gives way to files that are not all there. */
async function problemOfNew({ database }: ReplaceJobDeps, request: RequestRow): Promise<string | undefined> {
  const fresh = await lastImport(database.read, request.id);
  if (!fresh) return 'No files were placed for this request.';
  const [problem] = await verifyPlacement(fresh.directory, fresh.manifest);
  return problem && `“${problem.path}” in “${fresh.directory}” is not as it was placed.`;
}

/** Makes the new files the book. @returns whether that is so now */
async function handOver({ database, now }: ReplaceJobDeps, request: RequestRow): Promise<boolean> {
  return database.transaction(async (tx) => {
    const old = await handOverPlace(tx, request, now().toISOString());
    if (!old) return false;
    await changeReplacement(tx, request.id, { state: 'removing' });
    return true;
  });
}

function sentenceOf({ removed, kept }: LeftPlace): string {
  const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;
  const them = kept === 1 ? 'it' : 'them';
  const stayed =
    kept === 0 ? '' : ` ${files(kept)} stayed, because somebody changed ${them}, a client seeds ${them}, or another import has ${them}.`;
  return removed === 0
    ? `No file of the copy that it replaces was removed.${stayed}`
    : `The copy that it replaces was removed: ${files(removed)}.${stayed}`;
}

async function end(deps: ReplaceJobDeps, { requestId, reportId, userId }: ReplacementRow, outcome: LeftPlace): Promise<void> {
  const { database, jobs, transitions, reports, now } = deps;
  await database.transaction(async (tx) => {
    await changeReplacement(tx, requestId, { ...outcome, state: 'done', endedAt: now().toISOString() });
    await transitions.note(tx, requestId, 'replaced', sentenceOf(outcome), { detail: outcome });
    await transitions.setReason(tx, requestId, waitReason('awaiting_library'), 'downloaded');
    await reports.resolveReplaced(tx, reportId, userId);
    await jobs.enqueue(tx, REFRESH_LIBRARY({ requestId }));
    await jobs.enqueue(tx, LOOK_AT_LIBRARY());
  });
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
      // cancelled since: what it was to replace stays
      if (!hasFiles(request.status)) return undefined;
      const problem = await problemOfNew(deps, request);
      if (problem !== undefined) return await tryAgain(deps, requestId, problem);
      if (!(await handOver(deps, request))) return undefined;
      crashPoint('replacing', 'handed over');
    }
    const outcome = await leavePlace(deps, replacement.importId);
    crashPoint('replacing', 'removed');
    await end(deps, replacement, outcome);
    crashPoint('replacing', 'ended');
  } catch (error) {
    if (!isFileError(error)) throw error;
    return tryAgain(deps, requestId, error.message);
  }
  return undefined;
}

export function replaceJob(deps: ReplaceJobDeps): JobDefinition {
  return REPLACE_FILES.handledBy({
    title: 'Let a book give way to another copy',
    timeoutMs: 3_600_000,
    run: (job) => replaceFiles(deps, job),
  });
}
