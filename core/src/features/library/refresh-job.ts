import type { JobContext, RunAgain } from '../../platform/jobs/job-queue.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { RequestRow, WaitReason } from '../requests/request-record.js';
import type { LibraryStore } from './library-store.js';
import { askToRefresh, placedBook, type RefreshOutcome } from './refresh-request.js';
import type { LibraryScanner, ScanDeps } from './scan.js';
import { LIBRARY_WAIT, leftToScans, nextLook, unreachable, waiting, withoutMediaServer } from './wait-for-library.js';

export interface RefreshDeps extends Omit<ScanDeps, 'host'> {
  readonly host: Pick<PluginHost, 'hooks' | 'providers' | 'instances' | 'plugin'>;
  readonly store: LibraryStore;
  readonly scanner: LibraryScanner;
  /** Multiplies waits. */
  readonly timeScale: number;
}

function reasonOf(request: RequestRow): WaitReason | undefined {
  return request.reason === null ? undefined : (JSON.parse(request.reason) as WaitReason);
}

/** Media servers that an admin wants used, whether they run or not. */
function configuredServers(host: RefreshDeps['host']): string[] {
  return host
    .instances()
    .filter(({ state, pluginId }) => state !== 'disabled' && host.plugin(pluginId)?.provides.includes('mediaServer'))
    .map(({ name }) => name);
}

/**
 * Carries a finished audiobook from the library folder into the media server: asks the server to look, then looks
 * itself with growing waits. Everything it remembers is in the request's reason, so it goes on after a restart.
 */
export async function refreshLibrary(deps: RefreshDeps, job: JobContext): Promise<RunAgain | void> {
  const { database, host, scanner, now, timeScale, store } = deps;
  const requestId = String(job.payload['requestId']);

  async function waitingRequest(): Promise<RequestRow | undefined> {
    const row = await database.read.get<RequestRow>('SELECT * FROM requests WHERE id = ?', [requestId]);
    return row?.status === 'downloaded' && row.type === 'audiobook' ? row : undefined;
  }

  async function say(reason: Omit<WaitReason, 'since'>): Promise<void> {
    await database.transaction(async (tx) => {
      const row = await tx.get<{ status: string }>('SELECT status FROM requests WHERE id = ?', [requestId]);
      if (row?.status === 'downloaded') await deps.transitions.setReason(tx, requestId, reason);
    });
  }

  if (!(await waitingRequest())) return undefined;
  await scanner.settler.found();
  const request = await waitingRequest();
  if (!request) return undefined;

  const configured = configuredServers(host);
  const servers = host.providers('mediaServer');
  if (servers.length === 0 && configured.length === 0) {
    await say(withoutMediaServer());
    return undefined;
  }
  const names = servers.length > 0 ? servers.map((server) => server.name) : configured;
  const before = reasonOf(request);
  let outcomes: RefreshOutcome[] | undefined;
  if (before?.code === LIBRARY_WAIT.waiting) {
    for (const server of servers) await scanner.recent(server, { signal: job.signal });
    if (!(await waitingRequest())) return undefined;
  } else {
    const book = await placedBook(database, requestId);
    outcomes = [];
    for (const server of book ? servers : [])
      outcomes.push(await askToRefresh(store, server, book as NonNullable<typeof book>, job.signal));
    if (book && outcomes.every((outcome) => outcome.state === 'failed')) {
      const since = before?.code === LIBRARY_WAIT.unreachable ? Date.parse(before.since) : now().getTime();
      const nextAt = lookAfter(since) ?? new Date(now().getTime() + 600_000 * timeScale);
      const problems = outcomes.flatMap((outcome) => (outcome.state === 'failed' ? [outcome.message] : []));
      await say(unreachable(names, problems, nextAt));
      return { againAt: nextAt };
    }
  }
  const nextAt = lookAfter(before?.code === LIBRARY_WAIT.waiting ? Date.parse(before.since) : now().getTime());
  if (nextAt === undefined) {
    await say(leftToScans(names, before?.todo));
    return undefined;
  }
  const reason = waiting(outcomes, names, nextAt);
  await say(outcomes === undefined && before?.todo !== undefined ? { ...reason, todo: before.todo } : reason);
  return { againAt: nextAt };

  function lookAfter(since: number): Date | undefined {
    const next = nextLook((now().getTime() - since) / timeScale);
    return next === undefined ? undefined : new Date(since + next * timeScale);
  }
}
