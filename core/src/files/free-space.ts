import { statfs } from 'node:fs/promises';
import { describeBytes } from './reading/describe-bytes.js';

/**
 * What a folder lacks to take so many bytes, in words for people: `3 MB are needed, 1 MB are free`. Nothing where there is room, and on
 * network file systems that report none.
 */
export async function lackOfSpace(
  folder: string,
  bytes: number,
  fs: { readonly statfs: typeof statfs } = { statfs },
): Promise<string | undefined> {
  const info = await fs.statfs(folder).catch(() => undefined);
  if (!info || info.blocks === 0) return undefined;
  const free = info.bavail * info.bsize;
  return free >= bytes ? undefined : `${describeBytes(bytes, 'up')} are needed, ${describeBytes(free, 'down')} are free`;
}
