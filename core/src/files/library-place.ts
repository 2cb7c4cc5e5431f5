import { dirname } from 'node:path';

import { FileError } from './file-error.js';
import { isWithin, realPathOfNearest } from './path-jail.js';

/**
 * Refuses places where placing and removing books would reach more than books: the root of the file system, and what
 * is, holds or lies inside the data directory, where the keys and the code of plugins are. Links are resolved first.
 *
 * @throws FileError `unfit_place`
 */
export async function refuseUnfitLibrary(folder: string, dataDir?: string): Promise<void> {
  const refuse = (why: string): never => {
    throw new FileError('unfit_place', `“${folder}” cannot be the library folder: ${why} Choose a folder for books alone.`, folder, false);
  };
  const real = await realPathOfNearest(folder);
  if (dirname(real) === real) refuse('it is the root of the file system.');
  if (dataDir === undefined) return;
  const data = await realPathOfNearest(dataDir);
  if (real === data) refuse('it is the data directory of Lectern.');
  if (isWithin(data, real)) refuse('it lies inside the data directory of Lectern.');
  if (isWithin(real, data)) refuse('the data directory of Lectern lies inside it.');
}
