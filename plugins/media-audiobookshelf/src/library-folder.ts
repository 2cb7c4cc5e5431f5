import { canSeeLibrary } from './schema.js';
import type { ServerLibrary, ServerUser } from './schema.js';

/** Cuts a path at its separators. Windows does not care about case, and takes both slashes. */
function segmentsOf(path: string): readonly string[] {
  const isWindows = /^([a-z]:|\\\\)/i.test(path);
  return (isWindows ? path.toLowerCase().split(/[\\/]/) : path.split('/')).filter((segment) => segment !== '');
}

/** Whether one of two folders is the other or lies in it; `/books` and `/books2` have nothing in common. */
function overlap(a: string, b: string): boolean {
  const [one, other] = [segmentsOf(a), segmentsOf(b)];
  const shorter = Math.min(one.length, other.length);
  return one.slice(0, shorter).every((segment, index) => segment === other[index]);
}

/**
 * Says when finished books are put where no library of this server looks. Lectern's folder may lie in one of the
 * server's, and one of the server's in Lectern's, since its file names may begin with folders.
 *
 * @param folder Lectern's, in the words of the server
 */
export function describeFolder(
  libraries: readonly ServerLibrary[],
  user: ServerUser,
  chosen: readonly string[],
  folder: string | undefined,
): readonly string[] {
  if (folder === undefined) return [];
  const read = libraries.filter(
    ({ id, mediaType }) => mediaType === 'book' && canSeeLibrary(user, id) && (chosen.length === 0 || chosen.includes(id)),
  );
  const folders = read.flatMap((library) => library.folders);
  if (folders.length === 0 || folders.some((one) => overlap(one, folder))) return [];
  return [
    `Lectern puts finished books into ${folder}, which lies in no folder of these libraries (${folders.join(', ')}). Choose a folder that Audiobookshelf looks into, or add a path mapping if the two name the same folder differently.`,
  ];
}
