import type { Database } from '../../platform/db/index.js';
import { subjectsAtWork } from '../../platform/jobs/job-facts.js';
import type { Logger } from '../../platform/logging/logger.js';
import { hasMergeReceipt } from '../../files/merging/merge-receipt.js';
import { sweepWorkingFolders } from '../../files/placing/placement.js';
import { hasTagReceipt } from '../../files/tagging/tag-copies.js';
import { IMPORT, requestSubject } from '../lifecycle/request-jobs.js';
import { idsIn } from '../lifecycle/request-store.js';
import { statusesThat } from '../lifecycle/statuses.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { Settings } from '../settings/settings.js';
import { removeWork } from './merge-parts.js';
import { workOf } from './merge-work.js';

interface Dependencies {
  readonly settings: { get(): Promise<Pick<Settings, 'library'>> };
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** An import runs in these, or will run. */
const AWAITING = statusesThat(({ movedBy }) => movedBy === 'import');

/** Whether a working folder holds a finished merge, or finished copies with tags. */
async function hasResult(folder: string): Promise<boolean> {
  return (await hasMergeReceipt(folder)) || hasTagReceipt(folder);
}

/**
 * Removes the leftovers of interrupted imports. It spares the working folders of imports that are still running, in
 * another process on the same database, and what an import has finished and will take when it runs again.
 *
 * @returns names of removed folders; empty if there is no library folder or it cannot be read
 */
export async function sweepAbandonedImports({
  database,
  settings,
  log,
}: Dependencies & { readonly database: Database }): Promise<string[]> {
  const { path } = (await settings.get()).library;
  if (path === null) return [];
  const running = await subjectsAtWork(database.read, IMPORT.name);
  const awaiting = await idsIn(database.read, AWAITING);
  const isInUse = async (id: string): Promise<boolean> => {
    const { requestId, folder } = workOf(path, id);
    if (running.has(requestSubject(requestId))) return true;
    return folder !== undefined && awaiting.has(requestId) && hasResult(folder);
  };
  try {
    const removed = await sweepWorkingFolders(path, isInUse);
    if (removed.length > 0) log.info({ count: removed.length }, 'folders of abandoned imports were removed');
    return removed;
  } catch (error) {
    log.warn({ err: error }, 'the library folder cannot be swept');
    return [];
  }
}

/**
 * Removes what an import has merged and could not place yet, when its request ends in another way: its job may never run again.
 *
 * @returns a function that stops listening
 */
export function removeWorkOfEnded({ transitions, settings, log }: Dependencies & { readonly transitions: RequestTransitions }): () => void {
  return transitions.onChange((requestId, { from, to }) => {
    if (from === undefined || !AWAITING.includes(from) || AWAITING.includes(to)) return;
    removeWork({ settings }, requestId).catch((error: unknown) => log.warn({ requestId, err: error }, 'a working folder was not removed'));
  });
}
