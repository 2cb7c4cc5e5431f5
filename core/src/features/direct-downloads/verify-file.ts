import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { HttpFile } from '@lectern/plugin-api';
import { sentence } from '../../platform/words/index.js';
import { TransferError } from './transfer-error.js';

/** How far a file may deviate from the size that its source stated, because sources round. */
const SIZE_TOLERANCE = 0.1;

async function sumOf(path: string, algorithm: 'md5' | 'sha256', signal: AbortSignal): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(path, { signal })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Compares a finished file with its source's facts.
 *
 * @throws TransferError `checksum` or `size`
 */
export async function verifyFile(path: string, bytes: number, file: HttpFile, signal: AbortSignal): Promise<void> {
  for (const algorithm of ['sha256', 'md5'] as const) {
    const wanted = file[algorithm];
    if (wanted === undefined) continue;
    if ((await sumOf(path, algorithm, signal)) === wanted.toLowerCase()) return;
    throw new TransferError('checksum', sentence('transfer.checksum', { algorithm: algorithm.toUpperCase() }), false);
  }
  if (bytes === 0) throw new TransferError('size', sentence('transfer.empty'), false);
  if (file.size !== undefined && file.size > 0 && Math.abs(bytes - file.size) > file.size * SIZE_TOLERANCE) {
    throw new TransferError('size', sentence('transfer.size', { bytes, announced: file.size }), false);
  }
}
