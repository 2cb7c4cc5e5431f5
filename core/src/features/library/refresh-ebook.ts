import type { RunAgain } from '../../platform/jobs/job-queue.js';
import type { RefreshDeps } from './refresh-dependencies.js';
import { askToRefresh, placedBook } from './refresh-request.js';
import { isTimeToAskAgain, nextLook } from './wait-for-library.js';

/**
 * Asks media servers to look for a placed ebook, and again for about an hour while one does not list it. An ebook's
 * request does not wait for that, because the file can be downloaded from here. The time of placing says how long it
 * has been.
 */
export async function refreshEbook(deps: RefreshDeps, requestId: string, signal: AbortSignal): Promise<RunAgain | undefined> {
  const { database, host, scanner, store, now, timeScale } = deps;
  const servers = host.providers('mediaServer');
  const book = await placedBook(database, requestId, 'ebook');
  if (!book || servers.length === 0) return undefined;
  const elapsed = (now().getTime() - book.placedAt.getTime()) / timeScale;
  const isAgain = isTimeToAskAgain(elapsed);
  const waitedFor = [];
  for (const server of servers) {
    if (isAgain) await scanner.recent(server, { signal });
    if (!(await store.lists(server.integrationId, book.directory))) waitedFor.push(server);
  }
  if (waitedFor.length === 0) return undefined;
  const outcomes = await askToRefresh(store, waitedFor, book, isAgain, signal);
  // if no library seems to contain the folder, nothing shows whether it is listed
  const next = outcomes.some(({ state }) => state === 'asked' || state === 'failed')
    ? nextLook(Math.max(elapsed, FIRST_LOOK_MS))
    : undefined;
  return next === undefined ? undefined : { againAt: new Date(book.placedAt.getTime() + next * timeScale) };
}

/** A server needs some seconds; the look after that is the first that asks again. */
const FIRST_LOOK_MS = 25_000;
