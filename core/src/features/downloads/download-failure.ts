import { readJson, type Tx } from '../../platform/db/index.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { inEnglish, storeSaid, type Said } from '../../platform/words/index.js';
import type { CandidateStore } from '../search/candidate-store.js';
import { TELL_HOOKS } from '../lifecycle/request-jobs.js';
import { waitReason, withoutNext } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import { lastTime } from '../lifecycle/timeline.js';
import { failedReleases, type DownloadRow, type DownloadStore } from '../lifecycle/download-store.js';

/** How many different releases may fail before the request fails. */
export const MOST_RELEASES = 5;

/** Who failed, which decides whether the release is bad. */
export type Blame = { readonly kind: 'indexer' | 'downloadClient' | 'release'; readonly name: string };

interface Dependencies {
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly downloads: DownloadStore;
  readonly candidates: CandidateStore;
  readonly transitions: RequestTransitions;
  readonly now: () => Date;
}

/**
 * Ends a failed download and moves its request on: to the next candidate, or to failed after {@link MOST_RELEASES}
 * releases. A release that is bad itself is blocked for the book; one that its indexer refused today is not. Plugins
 * are told after the commit.
 */
export async function failDownload(
  deps: Dependencies,
  tx: Tx,
  download: DownloadRow,
  failure: { said: Said; blame: Blame; block: boolean },
): Promise<void> {
  const release = readJson(download.release);
  const request = download.requestId === null ? undefined : await findRequest(tx, download.requestId);
  if (!request || request.currentDownloadId !== download.id || request.status !== 'downloading') return;
  // a release that the indexer refused never reached a client: that says nothing about the release, and does not count below
  const reachedClient = failure.blame.kind !== 'indexer';
  await deps.downloads.set(tx, download.id, {
    state: 'failed',
    error: storeSaid(failure.said),
    ...(reachedClient ? {} : { integrationId: null }),
  });
  await deps.jobs.enqueue(tx, TELL_HOOKS({ hook: 'download.failed', requestId: request.id, detail: { reason: inEnglish(failure.said) } }));
  if (failure.block) {
    await deps.candidates.block(tx, {
      asin: request.asin,
      releaseKey: download.releaseKey,
      title: release.title,
      indexer: release.indexer,
      reason: failure.said,
      at: deps.now(),
    });
  } else if (download.candidateId) await deps.candidates.setState(tx, download.candidateId, 'failed');
  const failures = await countFailedReleases(tx, request);
  const detail = { release: release.title, indexer: release.indexer, blame: failure.blame };
  if (failures >= MOST_RELEASES) {
    await endRequest(deps, tx, request.id, { failures, said: failure.said, blame: failure.blame, detail });
    return;
  }
  const next = await deps.candidates.nextAutomatic(request.id, request.asin);
  const reason = waitReason('trying_next_release', { fault: failure.said }, { component: failure.blame });
  await deps.transitions.apply(tx, request.id, 'next_candidate', {
    message: failure.said,
    reason: next === undefined ? withoutNext(reason) : reason,
    set: { currentDownloadId: null },
    detail,
  });
}

/** Ends a request after all its releases failed. */
export async function endRequest(
  { transitions }: Pick<Dependencies, 'transitions'>,
  tx: Tx,
  requestId: string,
  end: { failures: number; said: Said; blame: Blame; detail?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const reason = waitReason('downloads_used_up', { failures: end.failures, last: end.said }, { component: end.blame });
  await transitions.apply(tx, requestId, 'downloads_used_up', {
    reason,
    set: { currentDownloadId: null },
    detail: end.detail,
  });
}

/** The number of different releases that failed since a person last started the request, in their client or during import. */
export async function countFailedReleases(sql: Pick<Tx, 'get'>, request: Pick<RequestRow, 'id' | 'createdAt'>): Promise<number> {
  // failures before a person's retry do not count
  const since = await lastTime(sql, request.id, ['retry', 'approve', 'candidate_chosen', 'retry_download']);
  return failedReleases(sql, request.id, since ?? request.createdAt);
}
