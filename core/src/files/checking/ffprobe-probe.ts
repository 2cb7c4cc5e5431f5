import { resolve } from 'node:path';

import { errorCode } from '../file-error.js';
import { AudioProbeError } from './audio-probe.js';
import type { AudioInfo, AudioProbe } from './audio-probe.js';
import { asList, asNumber, asObject, tagsOf, type Json } from './ffprobe-output.js';
import { assertProbeable, unreadable } from './probed-file.js';
import { runCommand } from './run-command.js';

/** Playlists, images and network streams are not among them, so a disguised file cannot make ffprobe open another one. */
export const PROBED_FORMATS = 'aac,ac3,aiff,ape,asf,caf,eac3,flac,matroska,mov,mp3,mp4,mpc,mpc8,ogg,tta,w64,wav,webm,wv';

export interface FfprobeOptions {
  /** The program. Default `ffprobe`. */
  readonly program?: string;
  /** Milliseconds for one file. Default 60,000. */
  readonly timeoutMs?: number;
}

/** ffprobe prints zero for what it does not know. */
function asPositive(value: unknown): number | undefined {
  return asNumber(value) || undefined;
}

/** Reads what `ffprobe -show_format -show_streams -show_chapters` prints as JSON. */
export function readFfprobeOutput(output: unknown): AudioInfo {
  const root = asObject(output);
  const format = asObject(root['format']);
  const streams = asList(root['streams']);
  const audio = streams.find((stream) => stream['codec_type'] === 'audio');
  const isCover = (stream: Json): boolean => asObject(stream['disposition'])['attached_pic'] === 1;
  const durations = [format, ...(audio ? [audio] : [])].flatMap((part) => asPositive(part['duration']) ?? []);
  const bitrate = asPositive(format['bit_rate']) ?? asPositive(audio?.['bit_rate']);
  const channels = asPositive(audio?.['channels']);
  const sampleRate = asPositive(audio?.['sample_rate']);
  const codec = audio?.['codec_name'];
  return {
    durationSeconds: durations[0] ?? 0,
    ...(durations.length === 0 ? {} : { soundSeconds: Math.min(...durations) }),
    ...(typeof codec === 'string' ? { codec } : {}),
    ...(bitrate === undefined ? {} : { bitrate }),
    ...(channels === undefined ? {} : { channels }),
    ...(sampleRate === undefined ? {} : { sampleRate }),
    hasAudio: audio !== undefined,
    hasVideo: streams.some((stream) => stream['codec_type'] === 'video' && !isCover(stream)),
    tags: tagsOf(asObject(format['tags']), asObject(audio?.['tags'])),
    chapterCount: asList(root['chapters']).length,
  };
}

function explain(stderr: string, path: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  return lines.at(-1)?.replaceAll(`file:${path}: `, '') ?? 'no reason given';
}

/** Reads audio files with ffprobe. */
export function createFfprobeProbe(options: FfprobeOptions = {}): AudioProbe {
  const program = options.program ?? 'ffprobe';
  const timeoutMs = options.timeoutMs ?? 60_000;

  async function probe(path: string, { signal }: { readonly signal?: AbortSignal }): Promise<AudioInfo> {
    if (path.includes('\0')) throw new AudioProbeError('no_access', 'The path holds a NUL character.', path);
    const absolute = resolve(path);
    await assertProbeable(absolute);
    // `file:` keeps a colon or a leading dash in the name from being read as a protocol or an option.
    const input = `file:${absolute}`;
    const show = ['-print_format', 'json', '-show_format', '-show_streams', '-show_chapters'];
    const limits = ['-protocol_whitelist', 'file', '-format_whitelist', PROBED_FORMATS];
    const args = ['-v', 'error', ...show, ...limits, '-i', input];
    const result = await runCommand(program, args, { timeoutMs, ...(signal ? { signal } : {}) }).catch((cause: unknown) => {
      const isStart = errorCode(cause) !== undefined || !(cause instanceof Error);
      throw new AudioProbeError('tool_failed', isStart ? `“${program}” could not be started.` : cause.message, absolute, { cause });
    });
    if (result.ended === 'timeout')
      throw new AudioProbeError('timeout', `Reading “${absolute}” took longer than ${timeoutMs} ms.`, absolute);
    if (result.ended === 'aborted') throw new AudioProbeError('aborted', 'The work was cancelled.', absolute);
    if (result.ended || result.exitCode !== 0) throw await unreadable(absolute, explain(result.stderr, absolute));
    try {
      return readFfprobeOutput(JSON.parse(result.stdout));
    } catch (cause) {
      throw new AudioProbeError('tool_failed', `“${program}” answered something that is not JSON.`, absolute, { cause });
    }
  }

  return { name: 'ffprobe', probe };
}
