import { extname } from 'node:path';
import { inRow, sentence, type Sentence } from '../../platform/words/index.js';
import { findEbookFault, type EbookFault } from '../../files/checking/ebook-format.js';
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

const MOST_FAULTS = 3;

function saidFault(fault: EbookFault, file: SourceFile, release: string | undefined): Sentence {
  const format = extname(file.name).slice(1).toUpperCase();
  const book = { format, name: release ?? file.name };
  switch (fault.is) {
    case 'protected':
      return sentence('finding.ebook_protected', { ...book, protection: fault.protection });
    case 'zipped':
      return sentence('finding.ebook_zipped', { ...book, file: fault.file });
    default:
      return sentence(`finding.ebook_${fault.is}`, book);
  }
}

/**
 * Checks that ebook files are what their names claim. Others are left out.
 *
 * @param options `release`: the name by which people know what was downloaded; absent for files that a person named
 * @throws ImportStop broken if none is, suspect if they seem to be several books
 */
export async function verifyEbooks(
  files: readonly SourceFile[],
  options: VerifyOptions & { readonly release?: string | undefined },
): Promise<Verified> {
  const good: SourceFile[] = [];
  const faults: Sentence[] = [];
  for (const [index, file] of files.entries()) {
    options.signal.throwIfAborted();
    const fault = await findEbookFault(file.path).catch((error: unknown) => {
      throw toFileError(error, 'read', file.path);
    });
    if (fault) faults.push(saidFault(fault, file, options.release));
    else good.push(file);
    options.onProgress((index + 1) / files.length);
  }
  if (good.length === 0) {
    throw new ImportStop('broken', waitReason('unreadable', { finding: inRow(...faults.slice(0, MOST_FAULTS)) }));
  }
  const formats = new Set(good.map((file) => extname(file.name).toLowerCase()));
  if (formats.size < good.length && !options.accepted) {
    throw new ImportStop('suspect', waitReason('verification_suspect.several', { count: good.length, formats: formats.size }));
  }
  return { files: good };
}
