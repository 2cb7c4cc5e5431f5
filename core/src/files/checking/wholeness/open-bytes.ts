import { open } from 'node:fs/promises';

/** The bytes of an open file, read in blocks, so that no table of a long book lies in memory whole. */
export interface FileBytes {
  readonly size: number;
  /** @returns at most 256 KiB, and fewer bytes where the file ends; the next call may overwrite them */
  read(at: number, length: number): Promise<Buffer>;
}

const BLOCK_BYTES = 256 * 1024;
/** A place that is further away than this is looked at by itself. */
const NEAR_BYTES = 64 * 1024;
const SMALL_BYTES = 4096;

/**
 * Reads parts of a file while `work` runs.
 *
 * @throws the fault of the system when it cannot be read; the signal's reason; what `work` throws
 */
export async function withBytes<T>(path: string, signal: AbortSignal | undefined, work: (bytes: FileBytes) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const block = Buffer.alloc(BLOCK_BYTES);
    let from = 0;
    let filled = 0;
    return await work({
      size,
      async read(at, length) {
        // a table may name any place
        if (at < 0 || at >= size) return block.subarray(0, 0);
        if (at < from || at + length > from + filled) {
          signal?.throwIfAborted();
          const isNear = at >= from && at <= from + filled + NEAR_BYTES;
          const wanted = Math.min(BLOCK_BYTES, Math.max(length, isNear ? BLOCK_BYTES : SMALL_BYTES));
          from = at;
          filled = (await file.read(block, 0, wanted, at)).bytesRead;
        }
        return block.subarray(at - from, Math.min(filled, at - from + length));
      },
    });
  } finally {
    await file.close();
  }
}
