import type { CheckDetail } from '@lectern/plugin-api';
import { detail } from './detail.js';
import { canSeeLibrary } from './schema.js';
import type { ServerLibrary, ServerUser } from './schema.js';

/** Splits a path at its separators. Windows ignores case and accepts both slashes. */
function segmentsOf(path: string): readonly string[] {
  const isWindows = /^([a-z]:|\\\\)/i.test(path);
  return (isWindows ? path.toLowerCase().split(/[\\/]/) : path.split('/')).filter((segment) => segment !== '');
}

/** Whether one of two folders is or contains the other; `/books` and `/books2` do not overlap. */
function overlap(a: string, b: string): boolean {
  const [one, other] = [segmentsOf(a), segmentsOf(b)];
  const shorter = Math.min(one.length, other.length);
  return one.slice(0, shorter).every((segment, index) => segment === other[index]);
}

/**
 * Warns if Lectern's folder is not visible to any library of this server. Lectern's folder may be inside one of the
 * server's, or the other way around, since its file names may begin with folders.
 *
 * @param folder Lectern's folder, as the server sees it
 */
export function describeFolder(
  libraries: readonly ServerLibrary[],
  user: ServerUser,
  chosen: readonly string[],
  folder: string | undefined,
): readonly CheckDetail[] {
  if (folder === undefined) return [];
  const read = libraries.filter(
    ({ id, mediaType }) => mediaType === 'book' && canSeeLibrary(user, id) && (chosen.length === 0 || chosen.includes(id)),
  );
  const folders = read.flatMap((library) => library.folders);
  if (folders.length === 0 || folders.some((one) => overlap(one, folder))) return [];
  return [detail('folder_in_no_library', { folder, folders })];
}
