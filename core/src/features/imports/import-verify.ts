import { extname } from 'node:path';
import type { CatalogBook } from '@lectern/plugin-api';
import { isAudioProbeError } from '../../files/checking/audio-probe.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import { isEbookAsClaimed } from '../../files/checking/ebook-format.js';
import { toFileError } from '../../files/file-error.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { ImportStop } from './import-stop.js';
import type { SourceFile } from '../../files/reading/source-files.js';
import { verifyAudio } from '../../files/checking/verify.js';
import type { ProbedFile } from '../../files/checking/verify.js';

interface VerifyOptions {
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
}

async function probeAll(probe: AudioProbe, files: readonly SourceFile[], options: VerifyOptions): Promise<ProbedFile[]> {
  const probed: ProbedFile[] = [];
  for (const [index, file] of files.entries()) {
    options.signal.throwIfAborted();
    try {
      probed.push({ name: file.name, info: await probe.probe(file.path, { signal: options.signal }) });
    } catch (error) {
      // every other code says that the file was not read, not that it is bad
      if (!isAudioProbeError(error) || error.code !== 'unreadable') throw error;
      probed.push({ name: file.name, error: error.message });
    }
    options.onProgress((index + 1) / files.length);
  }
  return probed;
}

/**
 * Checks that the files are a recording of about the catalogue's duration.
 *
 * @throws ImportStop broken or suspect, with the figures in words
 */
export async function verifyRecording(
  probe: AudioProbe,
  files: readonly SourceFile[],
  book: Pick<CatalogBook, 'durationMinutes'> | undefined,
  options: VerifyOptions,
): Promise<Verified> {
  const probed = await probeAll(probe, files, options);
  const verification = verifyAudio(probed, { durationMinutes: book?.durationMinutes });
  const { durationSeconds } = verification;
  if (verification.status === 'ok') return { files, durationSeconds };
  const finding = verification.reasons.map((reason) => reason.message).join(' ');
  const detail = { durationSeconds: Math.round(durationSeconds), expectedMinutes: book?.durationMinutes, files: files.length };
  if (verification.status === 'broken') {
    throw new ImportStop('broken', waitReason(verification.reasons[0]?.code ?? 'unreadable', { finding }), detail);
  }
  if (options.accepted) return { files, durationSeconds };
  throw new ImportStop('suspect', waitReason('verification_suspect', { finding }), detail);
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
    const names = files.slice(0, 3).map((file) => `“${file.name}”`);
    const finding = `${names.join(', ')} ${files.length === 1 ? 'is' : 'are'} not what the name claims.`;
    throw new ImportStop('broken', waitReason('unreadable', { finding }));
  }
  const formats = new Set(good.map((file) => extname(file.name).toLowerCase()));
  if (formats.size < good.length && !options.accepted) {
    throw new ImportStop('suspect', waitReason('verification_suspect.several', { count: good.length, formats: formats.size }));
  }
  return { files: good };
}
