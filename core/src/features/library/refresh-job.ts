import { readJson, type Tx } from '../../platform/db/index.js';
import type { RefreshDeps } from './refresh-dependencies.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, RunAgain } from '../../platform/jobs/job-queue.js';
import type { REFRESH_LIBRARY } from '../lifecycle/request-jobs.js';
import type { NewReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestRow, WaitReason } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import { refreshEbook } from './refresh-ebook.js';
import { askToRefresh, placedBook, type RefreshOutcome } from './refresh-request.js';
import type { MediaServerProvider } from './scan.js';
import { isTimeToAskAgain, LIBRARY_WAIT, nextLook, nextLateLook, unreachable, waiting, withoutMediaServer } from './wait-for-library.js';

function reasonOf(request: RequestRow): WaitReason | undefined {
  return readJson(request.reason);
}

/** Media servers that an admin wants to use, whether they run or not. */
function configuredServers(host: RefreshDeps['host']): string[] {
  return host
    .instances()
    .filter(({ state, pluginId }) => state !== 'disabled' && host.plugin(pluginId)?.provides.includes('mediaServer'))
    .map(({ name }) => name);
}

async function waitingRequest({ database }: RefreshDeps, requestId: string): Promise<RequestRow | undefined> {
  const row = await findRequest(database.read, requestId);
  return row?.status === 'downloaded' ? row : undefined;
}

/**
 * Gets a finished book from the library folder into the media server: asks the server to look, checks with growing
 * waits, and asks again until the book is listed, because servers drop and forget requests to scan. All state is in the
 * request's reason, so it continues after a restart.
 */
export async function refreshLibrary(deps: RefreshDeps, job: JobContext<PayloadOf<typeof REFRESH_LIBRARY>>): Promise<RunAgain | void> {
  const { requestId } = job.payload;
  const asked = await waitingRequest(deps, requestId);
  if (!asked) return undefined;
  if (asked.type === 'ebook') return refreshEbook(deps, requestId, job.signal);
  await deps.scanner.settler.found();
  const request = await waitingRequest(deps, requestId);
  if (!request) return undefined;
  const servers = deps.host.providers('mediaServer');
  const configured = configuredServers(deps.host);
  if (servers.length === 0 && configured.length === 0) {
    await say(deps, requestId, withoutMediaServer());
    return undefined;
  }
  return look(deps, request, servers, servers.length > 0 ? servers.map((server) => server.name) : configured, job.signal);
}

/** Says of a book whose wait a person cancelled that only the scans look for it now. */
export async function stopRefresh(deps: Pick<RefreshDeps, 'host' | 'transitions'>, tx: Tx, requestId: string): Promise<void> {
  const request = await findRequest(tx, requestId);
  // an ebook has arrived, whatever a server lists
  if (request?.status !== 'downloaded' || request.type === 'ebook') return;
  const names = configuredServers(deps.host);
  const reason =
    names.length === 0
      ? withoutMediaServer()
      : waiting({ outcomes: undefined, names, before: reasonOf(request), nextAt: undefined, isLate: true });
  await deps.transitions.setReason(tx, requestId, reason, 'downloaded');
}

async function look(
  deps: RefreshDeps,
  request: RequestRow,
  servers: readonly MediaServerProvider[],
  names: readonly string[],
  signal: AbortSignal,
): Promise<RunAgain | undefined> {
  const { now, timeScale } = deps;
  const before = reasonOf(request);
  const wait = waitOf(before, now());
  const wasAsked = wait.code === LIBRARY_WAIT.waiting || wait.code === LIBRARY_WAIT.notYet;
  let isRead = false;
  if (wait.code !== undefined) {
    isRead = await readServers(deps, servers, signal);
    if (!(await waitingRequest(deps, request.id))) return undefined;
  }
  let outcomes: RefreshOutcome[] | undefined;
  if (!wasAsked || wait.code === LIBRARY_WAIT.notYet || isTimeToAskAgain((now().getTime() - wait.since) / timeScale)) {
    const book = await placedBook(deps.database, request.id, 'audiobook');
    outcomes = book ? await askToRefresh(deps.store, servers, book, wasAsked, signal) : undefined;
  }
  const isRefused = outcomes !== undefined && outcomes.every(({ state }) => state === 'failed');
  if (isRefused && wait.code === undefined) {
    // a key that may not start scans may still read, and servers find files on their own
    isRead = await readServers(deps, servers, signal);
    if (!(await waitingRequest(deps, request.id))) return undefined;
  }
  if (isRefused && !isRead) {
    const since = wait.code === LIBRARY_WAIT.unreachable ? wait.since : now().getTime();
    const nextAt = lookAfter(since, nextLook) ?? new Date(now().getTime() + 600_000 * timeScale);
    await say(deps, request.id, unreachable(names, outcomes ?? [], nextAt));
    return { againAt: nextAt };
  }
  const isLate = wait.code === LIBRARY_WAIT.notYet;
  const since = wait.code === LIBRARY_WAIT.unreachable ? now().getTime() : wait.since;
  const nextEarly = isLate ? undefined : lookAfter(since, nextLook);
  const nextAt = nextEarly ?? lookAfter(isLate ? since : now().getTime(), nextLateLook);
  await say(deps, request.id, waiting({ outcomes, names, before: wasAsked ? before : undefined, nextAt, isLate: nextEarly === undefined }));
  return nextAt === undefined ? undefined : { againAt: nextAt };

  function lookAfter(from: number, plan: typeof nextLook): Date | undefined {
    const next = plan((now().getTime() - from) / timeScale);
    return next === undefined ? undefined : new Date(from + next * timeScale);
  }
}

/** The state of a request's wait; `code` is absent at the first look. */
function waitOf(before: WaitReason | undefined, now: Date): { readonly code?: string; readonly since: number } {
  const codes: readonly string[] = [LIBRARY_WAIT.waiting, LIBRARY_WAIT.notYet, LIBRARY_WAIT.unreachable];
  return before && codes.includes(before.code) ? { code: before.code, since: Date.parse(before.since) } : { since: now.getTime() };
}

/** @returns whether at least one could be read */
async function readServers({ scanner }: RefreshDeps, servers: readonly MediaServerProvider[], signal: AbortSignal): Promise<boolean> {
  let isRead = false;
  for (const server of servers) isRead = (await scanner.recent(server, { signal })).outcome === 'complete' || isRead;
  return isRead;
}

async function say({ database, transitions }: RefreshDeps, requestId: string, reason: NewReason): Promise<void> {
  await database.transaction((tx) => transitions.setReason(tx, requestId, reason, 'downloaded'));
}
