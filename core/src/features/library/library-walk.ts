import { IntegrationError, type LibraryItem, type MediaLibrary } from '@lectern/plugin-api';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';

/** A part of a library. */
export interface WalkedPage {
  readonly library: MediaLibrary;
  readonly items: readonly LibraryItem[];
  /** The number of items in the library, if the server says so. */
  readonly total?: number;
}

export interface WalkOptions {
  /** ISO 8601; reads only items that are newer. */
  readonly since?: string;
  readonly signal: AbortSignal;
}

/** Time limit for one page, which may need several requests of the plugin. */
const PAGE_TIMEOUT_MS = 120_000;
/** More than any library has; a cursor that never ends stops here. */
const MAX_PAGES = 20_000;

/** The libraries that can hold audiobooks. @throws IntegrationError */
export async function bookLibraries(server: BoundProvider<'mediaServer'>, signal: AbortSignal): Promise<MediaLibrary[]> {
  const libraries = await server.call('libraries', (provider, call) => provider.libraries(call), { signal });
  return libraries.filter(({ type }) => type !== 'other');
}

/**
 * Reads the libraries of a media server page by page and lets other work run in between. Ends normally only after
 * everything was returned.
 *
 * @throws IntegrationError also if a cursor goes in circles
 */
export async function* walkLibraries(
  server: BoundProvider<'mediaServer'>,
  libraries: readonly MediaLibrary[],
  { since, signal }: WalkOptions,
): AsyncGenerator<WalkedPage> {
  for (const library of libraries) {
    const cursors = new Set<string>();
    let cursor: string | undefined;
    do {
      const from = cursor;
      const page = await server.call(
        'items',
        (provider, call) =>
          provider.items(library.id, {
            ...call,
            ...(from === undefined ? {} : { cursor: from }),
            ...(since === undefined ? {} : { since }),
          }),
        { signal, timeoutMs: PAGE_TIMEOUT_MS },
      );
      yield { library, items: page.items, ...(page.total === undefined ? {} : { total: page.total }) };
      cursor = page.next;
      if (cursor !== undefined && (cursors.has(cursor) || cursors.size >= MAX_PAGES)) {
        throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `The list of the library “${library.name}” does not come to an end.`);
      }
      if (cursor !== undefined) cursors.add(cursor);
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    } while (cursor !== undefined);
  }
}
