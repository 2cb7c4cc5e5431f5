import { extname } from 'node:path';
import { quotedList, sentence } from '../../platform/words/index.js';
import { isEbookAsClaimed } from '../../files/checking/ebook-format.js';
import { toFileError } from '../../files/file-error.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { ImportStop } from './import-stop.js';
import type { SourceFile } from '../../files/reading/source-files.js';

export interface VerifyOptions {
  /** Ignores suspicions, because a person has looked. */
  readonly accepted: boolean;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** The result of verifying an import. */
export interface Verified {
  readonly files: readonly SourceFile[];
  /** Known for audio only. */
  readonly durationSeconds?: number;
  /** Files of the same kind that are not taken, such as the other books of a pack. */
  readonly leftOut?: readonly SourceFile[] | undefined;
}

/**
 * Checks that ebook files are what their names claim. Others are left out.
 *
 * @throws ImportStop broken if none is, suspect if they seem to be several books
 */
export async function verifyEbooks(files: readonly SourceFile[], options: VerifyOptions): Promise<Verified> {
  const good: SourceFile[] = [];
  for (const [index, file] of files.entries()) {
    options.signal.throwIfAborted();
    const isGood = await isEbookAsClaimed(file.path).catch((error: unknown) => {
      throw toFileError(error, 'read', file.path);
    });
    if (isGood) good.push(file);
    options.onProgress((index + 1) / files.length);
  }
  if (good.length === 0) {
    const names = files.map(({ name }) => name);
    const finding = sentence('finding.not_as_claimed', { files: quotedList(names, 3), count: files.length });
    throw new ImportStop('broken', waitReason('unreadable', { finding }));
  }
  const formats = new Set(good.map((file) => extname(file.name).toLowerCase()));
  if (formats.size < good.length && !options.accepted) {
    throw new ImportStop('suspect', waitReason('verification_suspect.several', { count: good.length, formats: formats.size }));
  }
  return { files: good };
}
