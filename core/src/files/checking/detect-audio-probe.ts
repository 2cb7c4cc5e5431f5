import type { AudioProbe } from './audio-probe.js';
import { createCheckingProbe } from './checking-probe.js';
import { findCommand } from './command-exists.js';
import { createFfprobeProbe } from './ffprobe-probe.js';
import { createTagLibraryProbe } from './tag-library-probe.js';

export interface DetectOptions {
  /** As in the variable PATH, which is the default. */
  readonly searchPath?: string;
  readonly timeoutMs?: number;
}

/** Uses ffprobe if it is installed, or else a library in this process; and ffmpeg, if it is, to play the ends of files. */
export function detectAudioProbe({ searchPath, timeoutMs }: DetectOptions = {}): AudioProbe {
  const program = findCommand('ffprobe', searchPath);
  const limits = timeoutMs === undefined ? {} : { timeoutMs };
  const probe = program === undefined ? createTagLibraryProbe(limits) : createFfprobeProbe({ program, ...limits });
  return createCheckingProbe(probe, findCommand('ffmpeg', searchPath));
}
