import type { MediaLibrary } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { saidOf, type Said } from '../../platform/words/index.js';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import { join } from 'node:path';
import { kindOfFile } from '../../files/reading/file-kind.js';
import { compareNaturally } from '../../files/reading/natural-order.js';
import { createPathMapping } from '../../files/path-mapping.js';
import { lastImport } from '../lifecycle/import-records.js';
import { bookLibraries } from './library-walk.js';
import type { LibraryStore } from './library-store.js';

type Medium = 'audiobook' | 'ebook';

/** A finished book in the library folder. */
export interface PlacedBook {
  readonly medium: Medium;
  /** Absolute, as this server sees it. */
  readonly directory: string;
  /** Its first audio file, or its first ebook file, absolute; absent when there is none. */
  readonly firstFile?: string;
  readonly placedAt: Date;
}

/** The outcome of asking a media server to look for a book. */
export type RefreshOutcome =
  | { readonly server: string; readonly state: 'asked' }
  /** Asked, although none of its libraries seems to contain the folder. */
  | { readonly server: string; readonly state: 'outside' }
  /** Not asked, because a library of another server contains the folder. */
  | { readonly server: string; readonly state: 'unconcerned' }
  | { readonly server: string; readonly state: 'failed'; readonly fault: Said };

/** Returns the last place of a request's book. */
export async function placedBook(database: Database, requestId: string, medium: Medium): Promise<PlacedBook | undefined> {
  const placed = await lastImport(database.read, requestId);
  if (!placed) return undefined;
  const { directory, manifest, createdAt } = placed;
  const first = manifest.files
    .map((file) => file.path)
    .filter((path) => kindOfFile(path) === (medium === 'ebook' ? 'ebook' : 'audio'))
    .sort(compareNaturally)[0];
  return {
    medium,
    directory,
    ...(first === undefined ? {} : { firstFile: join(directory, first) }),
    placedAt: new Date(createdAt),
  };
}

/** Whether a path of a media server is in one of the library's folders; `/books` does not contain `/books2`. */
export function holds(library: Pick<MediaLibrary, 'roots'>, path: string): boolean {
  return createPathMapping(library.roots.map((remote) => ({ remote, local: '/' }))).toLocal(path).pair !== undefined;
}

/** A media server, with the facts that matter for a book. */
interface Addressee {
  readonly server: BoundProvider<'mediaServer'>;
  /** The book's first file, as the server sees it. */
  readonly path: string;
  readonly libraries: readonly MediaLibrary[];
  /** The libraries that contain the book's folder. */
  readonly around: readonly MediaLibrary[];
}

/**
 * Asks media servers to look for a book's first file in the libraries that contain it. Asks all of them only if no
 * library of any server seems to contain it. Never rejects for a server's fault.
 *
 * @param isAgain they were asked before, and the book is still not listed
 */
export async function askToRefresh(
  store: LibraryStore,
  servers: readonly BoundProvider<'mediaServer'>[],
  book: PlacedBook,
  isAgain: boolean,
  signal: AbortSignal,
): Promise<RefreshOutcome[]> {
  const found = await Promise.all(servers.map((server) => guarded(server, signal, () => addresseeOf(store, server, book, signal))));
  const isHeld = found.some((entry) => 'around' in entry && entry.around.length > 0);
  const outcomes: RefreshOutcome[] = [];
  for (const entry of found) {
    outcomes.push('around' in entry ? await guarded(entry.server, signal, () => ask(entry, isHeld, isAgain, signal)) : entry);
  }
  return outcomes;
}

async function guarded<T>(
  server: BoundProvider<'mediaServer'>,
  signal: AbortSignal,
  action: () => Promise<T>,
): Promise<T | Extract<RefreshOutcome, { state: 'failed' }>> {
  try {
    return await action();
  } catch (error) {
    signal.throwIfAborted();
    return { server: server.name, state: 'failed', fault: saidOf(error) };
  }
}

async function addresseeOf(
  store: LibraryStore,
  server: BoundProvider<'mediaServer'>,
  book: PlacedBook,
  signal: AbortSignal,
): Promise<Addressee> {
  const path = createPathMapping(await store.pathMappings(server.integrationId)).toRemote(book.firstFile ?? book.directory).path;
  const all = await bookLibraries(server, signal);
  const libraries = book.medium === 'ebook' ? all.filter(({ type }) => type !== 'audiobook') : all;
  return { server, path, libraries, around: libraries.filter((library) => holds(library, path)) };
}

async function ask(
  { server, path, libraries, around }: Addressee,
  isHeld: boolean,
  isAgain: boolean,
  signal: AbortSignal,
): Promise<RefreshOutcome> {
  if (isHeld && around.length === 0) return { server: server.name, state: 'unconcerned' };
  const more = { ...(isHeld ? { path } : {}), ...(isAgain ? { isAgain } : {}) };
  for (const { id } of isHeld ? around : libraries) {
    await server.call('refresh', (provider, call) => provider.refresh(id, { ...call, ...more }), { signal });
  }
  return { server: server.name, state: isHeld ? 'asked' : 'outside' };
}
