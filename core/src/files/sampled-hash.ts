import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Bytes read at the beginning, in the middle and at the end. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * SHA-256, hexadecimal, of a file's size and of its first, middle and last 64 KiB; of the whole file when it is not
 * larger than the three. Notices truncation and another file, at the cost of three reads.
 */
export async function sampledFileHash(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const hash = createHash('sha256').update(`${size}\n`);
    const middle = Math.floor((size - SAMPLE_BYTES) / 2);
    const starts = size <= 3 * SAMPLE_BYTES ? [0] : [0, middle, size - SAMPLE_BYTES];
    const length = size <= 3 * SAMPLE_BYTES ? size : SAMPLE_BYTES;
    const buffer = Buffer.alloc(length);
    for (const start of starts) {
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await file.read(buffer, filled, length - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      hash.update(buffer.subarray(0, filled));
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}
