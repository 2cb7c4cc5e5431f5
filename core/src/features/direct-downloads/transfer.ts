import { open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HttpFile } from '@lectern/plugin-api';
import type { StreamedAnswer, StreamedFetch } from '../../platform/http-client/streamed-fetch.js';
import { sentence } from '../../platform/words/index.js';
import { looksLikePage } from '../../files/checking/looks-like-page.js';
import { judgeAnswer, validatorOf } from './answer-verdict.js';
import type { TransferLimits } from './limits.js';
import { TransferError, toTransferError } from './transfer-error.js';

/** The transfer of one file. */
export interface Transfer {
  readonly file: HttpFile;
  /** Absolute path of the unfinished file. */
  readonly part: string;
  /** The validator of an earlier attempt. */
  readonly validator?: string;
  /** The most bytes this file may have. */
  readonly maxBytes: number;
  readonly limits: TransferLimits;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Called before the first byte is written: from then on the bytes on disk belong to this validator. */
  onHead(head: { readonly validator?: string; readonly total?: number; readonly offset: number }): Promise<void>;
  /** Called with the number of bytes we have. */
  onBytes(bytes: number): void;
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

function tooLarge(host: string, maxBytes: number): TransferError {
  return new TransferError('too_large', sentence('transfer.too_large', { host, most: { bytes: maxBytes } }), false);
}

async function refuseFullDisk(path: string, missing: number, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < missing + reserve) throw new TransferError('disk_full', sentence('transfer.no_room'), true);
}

/** Appends a body to the bytes we have. Gives up on silence, on a trickle, and on more than is allowed. */
async function receive(answer: StreamedAnswer, transfer: Transfer, offset: number, host: string): Promise<number> {
  const { limits, now, signal } = transfer;
  const handle = await open(transfer.part, offset === 0 ? 'w' : 'a');
  let bytes = offset;
  let idle: NodeJS.Timeout | undefined;
  let isSilent = false;
  const rewind = () => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      isSilent = true;
      answer.body.destroy(new Error('silent'));
    }, limits.idleMs);
  };
  let windowStart = now();
  let windowBytes = 0;
  try {
    rewind();
    for await (const chunk of answer.body) {
      const data = chunk as Buffer;
      if (bytes === 0 && looksLikePage(data)) {
        throw new TransferError('not_a_file', sentence('transfer.web_page', { host }), false);
      }
      bytes += data.length;
      windowBytes += data.length;
      if (bytes > transfer.maxBytes) throw tooLarge(host, transfer.maxBytes);
      await handle.writeFile(data);
      transfer.onBytes(bytes);
      rewind();
      if (now() - windowStart < limits.slowWindowMs) continue;
      if (windowBytes < (limits.leastBytesPerSecond * limits.slowWindowMs) / 1000) {
        throw new TransferError('too_slow', sentence('transfer.too_slow', { host }), true);
      }
      windowStart = now();
      windowBytes = 0;
    }
    await handle.sync();
    return bytes;
  } catch (error) {
    signal.throwIfAborted();
    if (isSilent) throw new TransferError('broken_off', sentence('transfer.stopped', { host }), true);
    throw error;
  } finally {
    clearTimeout(idle);
    answer.body.destroy();
    await handle.close();
  }
}

/**
 * Fetches a file into its unfinished file. Continues where an earlier try ended, if the server can prove that the file
 * is still the same.
 *
 * @returns its size
 * @throws TransferError, or the signal's reason
 */
export async function transferFile(fetch: StreamedFetch, transfer: Transfer): Promise<number> {
  const { file, part, limits, signal } = transfer;
  const url = new URL(file.url);
  const isProvable = transfer.validator !== undefined || file.md5 !== undefined || file.sha256 !== undefined;
  let offset = isProvable ? await sizeOf(part) : 0;
  for (let isSecond = false; ; isSecond = true) {
    try {
      const range: Record<string, string> = offset === 0 ? {} : { range: `bytes=${offset}-` };
      if (offset > 0 && transfer.validator !== undefined) range['if-range'] = transfer.validator;
      const answer = await fetch({ url: file.url, headers: file.headers, openHeaders: range, timeoutMs: limits.answerMs, signal });
      const discard = () => answer.body.destroy();
      let verdict;
      try {
        verdict = judgeAnswer(answer.status, answer.headers, offset, url.host, transfer.now());
      } catch (error) {
        discard();
        throw error;
      }
      if (verdict.kind === 'complete') {
        discard();
        return offset;
      }
      if (verdict.kind === 'restart') {
        discard();
        if (isSecond) throw new TransferError('refused', sentence('transfer.unusable_answers', { host: url.host }), false);
        offset = 0;
        continue;
      }
      const { total } = verdict;
      if (verdict.kind === 'whole') offset = 0;
      if (total !== undefined && total > transfer.maxBytes) {
        discard();
        throw tooLarge(url.host, transfer.maxBytes);
      }
      await refuseFullDisk(part, (total ?? file.size ?? 0) - offset, limits.diskReserveBytes).catch((error: unknown) => {
        discard();
        throw error;
      });
      await transfer.onHead({ validator: validatorOf(answer.headers), total, offset });
      const bytes = await receive(answer, transfer, offset, url.host);
      if (total !== undefined && bytes < total)
        throw new TransferError('broken_off', sentence('transfer.ended_early', { host: url.host }), true);
      return bytes;
    } catch (error) {
      signal.throwIfAborted();
      throw toTransferError(error, url);
    }
  }
}
