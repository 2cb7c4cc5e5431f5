import { realpath } from 'node:fs/promises';
import type { Database } from '../../platform/db/index.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, JobQueue, RunAgain } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { FileError, isFileError } from '../../files/file-error.js';
import { isWithin } from '../../files/path-jail.js';
import { verifyPlacement } from '../../files/placing/placement-manifest.js';
import { removePlaced } from '../../files/placing/remove-placed.js';
import { LOOK_AT_LIBRARY } from '../library/index.js';
import { readDownloadsInPlace } from '../lifecycle/downloads-in-place.js';
import { findImport, lastImport, type PlacedImport } from '../lifecycle/import-records.js';
import { filesInPlace, handOverPlace } from '../lifecycle/replaced-imports.js';
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

interface Outcome {
  readonly removed: number;
  readonly kept: number;
}

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

/** Removes what we placed and nobody changed. What lies where a client downloads stays, because it is seeded from there. */
async function removeOld({ database, settings }: ReplaceJobDeps, importId: string): Promise<Outcome> {
  const { path } = (await settings.get()).library;
  const root = path === null ? undefined : await realpath(path).catch(() => undefined);
  if (root === undefined) throw new FileError('not_found', 'The library folder cannot be seen.', path ?? '', true);
  const old = await findImport(database.read, importId);
  if (!old) return { removed: 0, kept: 0 };
  if (!isWithin(root, old.directory)) return { removed: 0, kept: old.manifest.files.length };
  const outcome = await removeFrom(database, root, old);
  // a rename that was under way may have moved it in the meantime
  const now = await findImport(database.read, importId);
  return now && now.directory !== old.directory ? removeFrom(database, root, now) : outcome;
}

/** A file that another import has in this folder is part of another copy: that of somebody who imported meanwhile, or the new one. */
async function removeFrom(database: Database, root: string, { directory, manifest }: PlacedImport): Promise<Outcome> {
  const downloads = await readDownloadsInPlace(database.read);
  const others = await filesInPlace(database.read, directory);
  const ours = manifest.files.filter(({ path }) => !others.has(path));
  const shared = manifest.files.filter(({ path, hash }) => others.get(path) === hash).length;
  const isSeeded = (file: string) => downloads.clientAt(file) !== undefined;
  const { changed, inUse } = await removePlaced(root, directory, { ...manifest, files: ours }, isSeeded);
  const kept = changed.length + inUse.length + shared;
  return { removed: manifest.files.length - kept, kept };
}

function sentenceOf({ removed, kept }: Outcome): string {
  const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`;
  const them = kept === 1 ? 'it' : 'them';
  const stayed =
    kept === 0 ? '' : ` ${files(kept)} stayed, because somebody changed ${them}, a client seeds ${them}, or another import has ${them}.`;
  return removed === 0
    ? `No file of the copy that it replaces was removed.${stayed}`
    : `The copy that it replaces was removed: ${files(removed)}.${stayed}`;
}

async function end(deps: ReplaceJobDeps, { requestId, reportId, userId }: ReplacementRow, outcome: Outcome): Promise<void> {
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
    const outcome = await removeOld(deps, replacement.importId);
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
