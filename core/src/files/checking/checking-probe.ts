import { resolve } from 'node:path';

import { AudioProbeError, isAudioProbeError, type AudioInfo, type AudioProbe, type ProbeCall } from './audio-probe.js';
import { findCommand } from './command-exists.js';
import { findDamage } from './find-damage.js';
import { judgeBytes } from './wholeness/judge-bytes.js';

function noAnswer(path: string, cause: unknown, signal: AbortSignal | undefined): AudioProbeError {
  if (signal?.aborted) return new AudioProbeError('aborted', 'The work was cancelled.', path);
  const isOfSystem = cause instanceof Error && 'syscall' in cause && !String(cause.syscall).startsWith('spawn');
  if (isOfSystem) return new AudioProbeError('no_access', `“${path}” cannot be read: ${cause.message}`, path, { cause });
  return new AudioProbeError('tool_failed', cause instanceof Error ? cause.message : String(cause), path, { cause });
}

/**
 * Lets a probe look for damage where a call asks for it.
 *
 * @param ffmpeg the program that plays the ends of files; default: the one on the search path, if any
 */
export function createCheckingProbe(probe: AudioProbe, ffmpeg: string | undefined = findCommand('ffmpeg')): AudioProbe {
  async function check(path: string, info: AudioInfo, { checks, signal }: ProbeCall): Promise<AudioInfo> {
    if (checks === undefined || !info.hasAudio || info.durationSeconds === 0) return info;
    try {
      const damage = await findDamage(path, info, { ffmpeg, checks, signal });
      return damage === undefined ? info : { ...info, damage };
    } catch (cause) {
      throw noAnswer(path, cause, signal);
    }
  }

  return {
    name: probe.name,
    async probe(path, call) {
      const absolute = resolve(path);
      const info = await probe.probe(path, call).catch(async (error: unknown) => {
        if (call.checks === undefined || !isAudioProbeError(error) || error.code !== 'unreadable') throw error;
        // an MP4 whose index was at its end
        const isCutOff = await judgeBytes(absolute, call.signal).then(
          ({ is }) => is === 'cut_off',
          () => false,
        );
        throw isCutOff ? new AudioProbeError('unreadable', error.message, error.path, { cause: error, damage: 'cut_off' }) : error;
      });
      return check(absolute, info, call);
    },
  };
}
