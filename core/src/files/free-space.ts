import { statfs } from 'node:fs/promises';
import { sentence, type Sentence } from '../platform/words/index.js';
import { roundedBytes } from './reading/describe-bytes.js';

/**
 * What a folder lacks to take so many bytes, in words for people: `3 MB are needed, 1 MB are free`. Nothing where there is room, and on
 * network file systems that report none.
 */
export async function lackOfSpace(
  folder: string,
  bytes: number,
  fs: { readonly statfs: typeof statfs } = { statfs },
): Promise<Sentence | undefined> {
  const info = await fs.statfs(folder).catch(() => undefined);
  if (!info || info.blocks === 0) return undefined;
  const free = info.bavail * info.bsize;
  if (free >= bytes) return undefined;
  return sentence('file.lack_of_space', { needed: roundedBytes(bytes, 'up'), free: roundedBytes(free, 'down') });
}
