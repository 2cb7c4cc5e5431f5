import PQueue from 'p-queue';

import type { SourceFile } from '../reading/source-files.js';
import { isAudioProbeError, type AudioProbe, type ProbeCall } from './audio-probe.js';
import type { ProbedFile } from './verify.js';

export interface ProbeFilesOptions {
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  /** After so many milliseconds no more ends are played; the bytes of all files are compared. Default: ten minutes. */
  readonly playMs?: number;
}

const READ_AT_ONCE = 2;
const PLAY_MS = 10 * 60_000;

/** What is checked of the files of one book: their ends are played until the time for that is over. */
export function createCheckBudget(playMs = PLAY_MS): () => NonNullable<ProbeCall['checks']> {
  const until = performance.now() + playMs;
  return () => (performance.now() < until ? 'end' : 'bytes');
}

/**
 * Reads and checks the audio files of one book, two at a time.
 *
 * @returns the files in the order given
 * @throws AudioProbeError if a file was not read, which says nothing of it; the signal's reason
 */
export async function probeFiles(probe: AudioProbe, files: readonly SourceFile[], options: ProbeFilesOptions): Promise<ProbedFile[]> {
  const { signal, onProgress, playMs } = options;
  const checks = createCheckBudget(playMs);
  const queue = new PQueue({ concurrency: READ_AT_ONCE });
  let done = 0;

  async function read({ name, path }: SourceFile): Promise<ProbedFile> {
    signal.throwIfAborted();
    try {
      return { name, info: await probe.probe(path, { signal, checks: checks() }) };
    } catch (error) {
      // every other code says that the file was not read, not that it is bad
      if (!isAudioProbeError(error) || error.code !== 'unreadable') throw error;
      return { name, error: error.message, ...(error.damage === undefined ? {} : { damage: error.damage }) };
    } finally {
      done += 1;
      onProgress?.(done / files.length);
    }
  }

  try {
    return await Promise.all(files.map((file) => queue.add(() => read(file))));
  } finally {
    queue.clear();
  }
}
