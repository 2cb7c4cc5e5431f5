import { dirname } from 'node:path';

import { FileError } from './file-error.js';
import { isWithin, realPathOfNearest } from './path-jail.js';

/** The purposes of a folder, and what to choose instead of an unfit one. */
const USES = {
  library: ['the library folder', 'Choose a folder for books alone.'],
  downloads: ['the downloads folder', 'Choose the folder of the download clients alone.'],
} as const;

/**
 * Refuses places where placing and removing files would reach more than books and downloads: the root of the file system,
 * and what is, holds or lies inside the data directory, where the keys and the code of plugins are. Links are resolved first.
 *
 * @throws FileError `unfit_place`
 */
export async function refuseUnfitPlace(folder: string, use: keyof typeof USES, dataDir?: string): Promise<void> {
  const [name, instead] = USES[use];
  const refuse = (why: string): never => {
    throw new FileError('unfit_place', `“${folder}” cannot be ${name}: ${why} ${instead}`, folder, false);
  };
  const real = await realPathOfNearest(folder);
  if (dirname(real) === real) refuse('it is the root of the file system.');
  if (dataDir === undefined) return;
  const data = await realPathOfNearest(dataDir);
  if (real === data) refuse('it is the data directory of Lectern.');
  if (isWithin(data, real)) refuse('it lies inside the data directory of Lectern.');
  if (isWithin(real, data)) refuse('the data directory of Lectern lies inside it.');
}
