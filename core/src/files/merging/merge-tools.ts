import { sentence } from '../../platform/words/index.js';
import { findCommand } from '../checking/command-exists.js';
import { MergeStop } from './merge-stop.js';

/** Paths of the programs that merge and look at files. */
export interface MergeTools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/**
 * Finds the programs anew each time, so that nobody has to restart the server after installing them.
 *
 * @param searchPath as in the variable PATH, which is the default
 * @throws MergeStop `no_program`
 */
export function findMergeTools(searchPath?: string): MergeTools {
  const ffmpeg = findCommand('ffmpeg', searchPath);
  const ffprobe = findCommand('ffprobe', searchPath);
  if (ffmpeg !== undefined && ffprobe !== undefined) return { ffmpeg, ffprobe };
  const missing = ffmpeg === undefined ? 'ffmpeg' : 'ffprobe';
  throw new MergeStop('no_program', sentence('import.not_installed', { program: missing }));
}
