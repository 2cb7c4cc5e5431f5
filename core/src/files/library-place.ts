import { dirname } from 'node:path';

import { FileError } from './file-error.js';
import { liesInside } from './own-data.js';
import { isWithin, realPathOfNearest } from './path-jail.js';
import { sentence, type Sentence } from '../platform/words/index.js';

/** The purposes of a folder, and what says that one is unfit for it. */
const USES = {
  library: 'file.unfit_library',
  downloads: 'file.unfit_downloads',
} as const;

/**
 * Refuses places where placing and removing files would reach more than books and downloads: the root of the file system,
 * and what is, holds or lies inside the data directory, where the keys and the code of plugins are. Links are resolved first.
 *
 * @throws FileError `unfit_place`
 */
export async function refuseUnfitPlace(folder: string, use: keyof typeof USES, dataDir?: string): Promise<void> {
  const refuse = (why: Sentence): never => {
    throw new FileError('unfit_place', sentence(USES[use], { path: folder, why }), folder, false);
  };
  const real = await realPathOfNearest(folder);
  if (dirname(real) === real) refuse(sentence('file.unfit_root'));
  if (dataDir === undefined) return;
  const data = await realPathOfNearest(dataDir);
  if (real === data) refuse(sentence('file.unfit_data'));
  if (isWithin(data, real) || (await liesInside(data, real))) refuse(sentence('file.unfit_inside_data'));
  if (isWithin(real, data)) refuse(sentence('file.unfit_holds_data'));
}
