import { AudioProbeError, type AudioProbe, type ProbeCall } from '../../files/checking/audio-probe.js';
import { createCheckBudget } from '../../files/checking/probe-files.js';
import { isFileError } from '../../files/file-error.js';
import { listSourceFiles, type SourceFile } from '../../files/reading/source-files.js';
import type { ItemToCheck } from '../library/index.js';
import { findPlace, UnreadableItem, type Folders } from '../saving/item-copy.js';
import { silentEvidence, type Evidence, type SilentFile, type SilentProblem } from './evidence.js';

/** Audio files of one book that are read. */
const MOST_FILES = 500;

interface ReadingDeps {
  readonly probe: AudioProbe;
  readonly folders: Folders;
  readonly signal: AbortSignal;
}

/** @returns undefined when the file has all of its sound, or when nothing is known of it */
async function problemOf(
  { probe, signal }: ReadingDeps,
  file: SourceFile,
  checks: ProbeCall['checks'],
): Promise<SilentProblem | undefined> {
  try {
    const { hasAudio, durationSeconds, damage } = await probe.probe(file.path, { signal, checks });
    if (!hasAudio) return 'no_audio';
    return durationSeconds > 0 ? damage : 'no_duration';
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AudioProbeError)) throw error;
    // the other faults say nothing of the file
    return error.code === 'unreadable' ? (error.damage ?? 'unreadable') : undefined;
  }
}

/**
 * Reads the audio files of an item, as far as this server can: inside the library folder by real path, and across no link.
 *
 * @returns `unread` where they cannot be read, undefined where all have all of their sound
 */
export async function findSilentFiles(deps: ReadingDeps, item: ItemToCheck): Promise<Evidence | 'unread' | undefined> {
  const { folders, signal } = deps;
  let files: readonly SourceFile[];
  try {
    const place = await findPlace(folders, item);
    const protectedRoots = [place.root, ...(folders.downloads === null ? [] : [folders.downloads])];
    const { audio } = await listSourceFiles(place.real, { protectedRoots, signal });
    files = audio.slice(0, MOST_FILES);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UnreadableItem || isFileError(error)) return 'unread';
    throw error;
  }
  if (files.length === 0) return 'unread';
  const silent: SilentFile[] = [];
  const checks = createCheckBudget();
  for (const file of files) {
    const problem = await problemOf(deps, file, checks());
    if (problem) silent.push({ name: file.name, size: file.size, problem });
  }
  return silentEvidence(silent, files.length);
}
