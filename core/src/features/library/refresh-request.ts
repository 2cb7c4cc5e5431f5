import type { MediaLibrary } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import { join } from 'node:path';
import { kindOfFile } from '../organize/file-kind.js';
import type { Manifest } from '../organize/manifest.js';
import { compareNaturally } from '../organize/natural-order.js';
import { createPathMapping } from '../organize/path-mapping.js';
import { bookLibraries } from './library-walk.js';
import type { LibraryStore } from './library-store.js';

/** A finished book in the library folder. */
export interface PlacedBook {
  /** Absolute, as this server sees it. */
  readonly directory: string;
  /** Its first audio file, absolute; absent when there is none. */
  readonly firstAudio?: string;
}

/** What came of asking a media server to look for a book. */
export type RefreshOutcome =
  | { readonly server: string; readonly state: 'asked' }
  /** Asked, though none of its libraries seems to hold the folder. */
  | { readonly server: string; readonly state: 'outside'; readonly remotePath: string }
  | { readonly server: string; readonly state: 'failed'; readonly message: string };

/** The last placing of a request's book. */
export async function placedBook(database: Database, requestId: string): Promise<PlacedBook | undefined> {
  const row = await database.read.get<{ directory: string; manifest: string }>(
    'SELECT directory, manifest FROM imports WHERE request_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
    [requestId],
  );
  if (!row) return undefined;
  const { files = [] } = JSON.parse(row.manifest) as Partial<Manifest>;
  const first = files
    .map((file) => file.path)
    .filter((path) => kindOfFile(path) === 'audio')
    .sort(compareNaturally)[0];
  return { directory: row.directory, ...(first === undefined ? {} : { firstAudio: join(row.directory, first) }) };
}

/** Whether a path of a media server lies in one of its folders; `/books` does not hold `/books2`. */
function holds(library: MediaLibrary, path: string): boolean {
  return createPathMapping(library.roots.map((remote) => ({ remote, local: '/' }))).toLocal(path).pair !== undefined;
}

/**
 * Asks a media server to look for a book: at the book's first file in the library that holds it, or at all libraries
 * when none does. Never rejects for the server's fault.
 */
export async function askToRefresh(
  store: LibraryStore,
  server: BoundProvider<'mediaServer'>,
  book: PlacedBook,
  signal: AbortSignal,
): Promise<RefreshOutcome> {
  const path = createPathMapping(await store.pathMappings(server.integrationId)).toRemote(book.firstAudio ?? book.directory).path;
  try {
    const libraries = await bookLibraries(server, signal);
    const around = libraries.filter((library) => holds(library, path));
    for (const { id } of around) await server.call('refresh', (provider, call) => provider.refresh(id, { ...call, path }), { signal });
    if (around.length > 0) return { server: server.name, state: 'asked' };
    for (const { id } of libraries) await server.call('refresh', (provider, call) => provider.refresh(id, call), { signal });
    return { server: server.name, state: 'outside', remotePath: path };
  } catch (error) {
    signal.throwIfAborted();
    return { server: server.name, state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
