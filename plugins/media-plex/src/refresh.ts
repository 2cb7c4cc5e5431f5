import type { Call, PluginLogger } from '@lectern/plugin-api';
import type { PlexClient } from './client.js';
import { fault } from './fault.js';
import { isInside, parentOf } from './path-mapping.js';
import type { PathMapping } from './path-mapping.js';

const MEDIA_FILE = /\.(m4b|m4a|mp3|mp4|aac|flac|ogg|oga|opus|wav|wma|aiff?|aax|mka|epub|pdf|mobi|azw3)$/i;

/**
 * Scans the folder of a book, or the whole library if only that is reliable: if the folder is in none of the library's
 * folders, or if the library has several, because Plex has been seen to scan the wrong one.
 */
export async function refreshLibrary(
  client: Pick<PlexClient, 'sections' | 'scan'>,
  mapping: PathMapping,
  log: PluginLogger,
  libraryId: string,
  path: string | undefined,
  call: Call,
): Promise<void> {
  const section = (await client.sections(call)).find(({ id }) => id === libraryId);
  if (!section) throw fault('INTEGRATION_NOT_FOUND', 'library_gone');
  if (path === undefined) return client.scan(libraryId, undefined, call);
  const onServer = mapping.toPlex(path);
  const folder = MEDIA_FILE.test(onServer) ? parentOf(onServer) : onServer;
  const [only, ...others] = section.locations;
  if (only !== undefined && others.length === 0 && isInside(folder, only)) return client.scan(libraryId, folder, call);
  const isKnown = section.locations.some((location) => isInside(folder, location));
  if (!isKnown) log.warn('a folder lies in none of the library, so all of it is scanned; do the path mappings fit?', { folder, libraryId });
  return client.scan(libraryId, undefined, call);
}
