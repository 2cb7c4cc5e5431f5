import type { Call } from '@lectern/plugin-api';
import type { AudiobookshelfClient } from './client.js';
import type { AudiobookshelfSettings } from './settings.js';

const BOOK_FILE = /\.(m4b|m4a|mp3|mp4|aac|flac|ogg|oga|opus|wav|wma|aiff?|webma?|mka|awb|caf|epub|pdf|mobi|azw3|cbr|cbz)$/i;

/** A watcher that has been running for longer hangs; only a scan helps then. */
const LONGEST_WATCHER_SCAN_MS = 30 * 60_000;

/**
 * Makes the server look for a new book in one way at a time: announcing a file during a scan, or scanning while the
 * watcher works, makes the server add the book twice, permanently. So this does nothing while either is running: a scan
 * would be dropped anyway, and core asks again for a book that is not listed.
 */
export async function refreshLibrary(
  client: AudiobookshelfClient,
  settings: AudiobookshelfSettings,
  libraryId: string,
  call: Call & { readonly path?: string; readonly isAgain?: boolean },
): Promise<void> {
  if (await isAtWork(client, libraryId, call)) return;
  const file = call.path !== undefined && BOOK_FILE.test(call.path) ? call.path : undefined;
  if (file !== undefined && (settings.fullScan === false || (call.isAgain !== true && (await isWatched(client, libraryId, call))))) {
    await client.announceFile(libraryId, file, call);
  } else await client.scan(libraryId, call);
}

async function isAtWork(client: AudiobookshelfClient, libraryId: string, call: Call): Promise<boolean> {
  const now = Date.now();
  return (await client.tasks(call)).some((task) => {
    if (task.isFinished) return false;
    if (task.action === 'library-scan') return task.libraryId === libraryId;
    // one task may cover files of all libraries
    return task.action === 'watcher-scan' && now - task.startedAt < LONGEST_WATCHER_SCAN_MS;
  });
}

/** The server answers OK for a file that it ignores because nobody watches its library. */
async function isWatched(client: AudiobookshelfClient, libraryId: string, call: Call): Promise<boolean> {
  const library = (await client.libraries(call)).find(({ id }) => id === libraryId);
  return library?.isWatched === true && (await client.serverSettings(call)).isWatching;
}
