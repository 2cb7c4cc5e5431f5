import { atRest, triedInVain, waitReason, type NewReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { ImportDependencies, ImportOrder } from './import-dependencies.js';
import type { ImportDownload } from './import-store.js';
import type { ImportStop } from './import-stop.js';

/** Tries of one import before a person is asked. */
const MOST_IMPORT_ATTEMPTS = 5;

const MINUTE_MS = 60_000;
const BACKOFF_MS = [5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS];

async function postpone(deps: ImportDependencies, request: RequestRow, order: ImportOrder, stop: ImportStop): Promise<void> {
  const attempts = request.importAttempts + 1;
  if (attempts >= MOST_IMPORT_ATTEMPTS) {
    const reason = triedInVain(stop.reason, attempts);
    await giveUp(deps, request.id, reason, stop.detail);
    return;
  }
  const wait = (BACKOFF_MS[attempts - 1] ?? BACKOFF_MS.at(-1) ?? 0) * deps.timeScale;
  const nextAt = new Date(deps.now().getTime() + wait);
  const { acceptSuspect, sourcePath } = order;
  await deps.database.transaction((tx) =>
    deps.transitions.apply(tx, request.id, 'import_postponed', {
      message: stop.message,
      reason: { ...stop.reason, nextAt: nextAt.toISOString() },
      detail: { ...stop.detail, code: stop.reason.code, attempt: attempts },
      set: { importAttempts: attempts },
      jobAt: nextAt,
      jobPayload: { ...(acceptSuspect ? { acceptSuspect } : {}), ...(sourcePath === undefined ? {} : { sourcePath }) },
    }),
  );
}

async function giveUp(
  deps: ImportDependencies,
  requestId: string,
  reason: NewReason,
  detail?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await deps.database.transaction((tx) =>
    deps.transitions.apply(tx, requestId, 'import_given_up', {
      message: reason.message,
      reason,
      detail: { ...detail, code: reason.code },
      // a person's retry starts over
      set: { importAttempts: 0 },
    }),
  );
}

/** Excludes the release for this book; the next candidate is grabbed. */
async function rejectRelease(deps: ImportDependencies, request: RequestRow, download: ImportDownload, stop: ImportStop): Promise<void> {
  const at = deps.now();
  await deps.database.transaction(async (tx) => {
    const moved = await deps.transitions.apply(tx, request.id, 'import_broken', {
      message: stop.message,
      reason: waitReason('trying_next_release', { fault: stop.message }, { component: { kind: 'release', name: download.release.title } }),
      detail: { ...stop.detail, code: stop.reason.code, release: download.release.title, indexer: download.release.indexer },
      set: { currentDownloadId: null, importAttempts: 0 },
    });
    if (!moved) return;
    await deps.candidates.block(tx, {
      asin: request.asin,
      releaseKey: download.releaseKey,
      title: download.release.title,
      indexer: download.release.indexer,
      reason: stop.message,
      at,
    });
    await deps.downloads.set(tx, download.id, { state: 'failed', error: stop.message });
  });
}

/** Moves a request on after its import stopped: one transaction, one transition. */
export async function settleStop(
  deps: ImportDependencies,
  import_: { readonly request: RequestRow; readonly order: ImportOrder; readonly download: ImportDownload | undefined },
  stop: ImportStop,
): Promise<void> {
  const { request, order, download } = import_;
  if (stop.kind === 'passing') return postpone(deps, request, order, stop);
  if (stop.kind === 'held') return giveUp(deps, request.id, atRest(stop.reason), stop.detail);
  // files that a person named belong to no release
  if (stop.kind === 'broken') {
    if (download && order.sourcePath === undefined) return rejectRelease(deps, request, download, stop);
    return giveUp(deps, request.id, stop.reason, stop.detail);
  }
  await deps.database.transaction((tx) =>
    deps.transitions.apply(tx, request.id, 'import_suspect', {
      message: stop.message,
      reason: stop.reason,
      detail: { ...stop.detail, code: stop.reason.code },
    }),
  );
}

/** Ends an import whose job kept failing for an unforeseen reason. */
export function settleDefect(deps: ImportDependencies, requestId: string, error: unknown): Promise<void> {
  return giveUp(deps, requestId, waitReason('import_failed', { fault: error instanceof Error ? error.message : String(error) }));
}
