import type { AudioInfo, Damage } from './audio-probe.js';
import { decodedSeconds } from './decode-part.js';
import { PROBED_FORMATS } from './ffprobe-probe.js';
import type { ByteVerdict } from './wholeness/byte-verdict.js';
import { judgeBytes } from './wholeness/judge-bytes.js';

/** How much is decoded at the end of a file. */
const END_SECONDS = 10;
/** Headers are off by a packet or two, and encoders pad. */
const PLAYED_SHARE = 0.8;
/** Of sound that is sought by bytes, of which nobody knows how long it is. */
const LEAST_SHARE_OF_FRAMES = 0.25;
/** What others have put behind the sound, as a share of the file. */
const JUNK_SHARE = 0.05;
const TIMEOUT_MS = 60_000;
/** Bits per second where a file does not say. */
const USUAL_BITRATE = 64_000;
const LEAST_FRAME_BYTES = 16 * 1024;

interface Played {
  readonly ffmpeg: string;
  readonly path: string;
  readonly info: AudioInfo;
  readonly signal: AbortSignal | undefined;
}

type Frames = NonNullable<ByteVerdict['frames']>;

/** @returns whether at least so many seconds can be played; `undefined` if nobody can tell */
async function plays({ ffmpeg, path, signal }: Played, reading: readonly string[], wanted: number): Promise<boolean | undefined> {
  const played = await decodedSeconds({ ffmpeg, path, reading, seconds: END_SECONDS, timeoutMs: TIMEOUT_MS, signal });
  return played === undefined ? undefined : played >= wanted;
}

async function endOfFramesPlays(played: Played, { format, begin, end, isExact }: Frames): Promise<boolean | undefined> {
  const bytes = Math.max(LEAST_FRAME_BYTES, ((played.info.bitrate ?? USUAL_BITRATE) / 8) * END_SECONDS);
  const wanted = Math.min(END_SECONDS, played.info.durationSeconds) * LEAST_SHARE_OF_FRAMES;
  const endsAt = (place: number): Promise<boolean | undefined> =>
    plays(played, ['-f', format, '-skip_initial_bytes', String(Math.floor(Math.max(begin, place - bytes)))], wanted);
  const atEnd = await endsAt(end);
  return atEnd === false && !isExact ? endsAt(begin + (end - begin) * (1 - JUNK_SHARE)) : atEnd;
}

async function endPlays(played: Played, verdict: ByteVerdict): Promise<boolean | undefined> {
  if (verdict.frames) return endOfFramesPlays(played, verdict.frames);
  const seconds = played.info.soundSeconds ?? played.info.durationSeconds;
  const wanted = Math.min(END_SECONDS, seconds) * PLAYED_SHARE;
  const from = Math.max(0, seconds - END_SECONDS).toFixed(3);
  return plays(played, ['-ss', from, '-format_whitelist', PROBED_FORMATS], wanted);
}

/**
 * Looks for sound that is missing: compares the bytes of a file with what its header promises, and plays its end.
 *
 * @param ffmpeg the program; without it only bytes are compared
 * @param checks `bytes`: plays nothing where the bytes, or the lack of a header that could be wrong, settle it
 * @throws the fault of the system when the file cannot be read; the signal's reason; what starting a program throws
 */
export async function findDamage(
  path: string,
  info: AudioInfo,
  {
    ffmpeg,
    checks,
    signal,
  }: { readonly ffmpeg: string | undefined; readonly checks: 'bytes' | 'end'; readonly signal: AbortSignal | undefined },
): Promise<Damage | undefined> {
  const verdict = await judgeBytes(path, signal);
  if (verdict.is === 'cut_off') return 'cut_off';
  if (verdict.is === 'empty_end') return 'end_unplayable';
  const isSettled = verdict.is === 'whole' || verdict.frames !== undefined;
  if (ffmpeg === undefined || (checks === 'bytes' && isSettled)) return undefined;
  const played: Played = { ffmpeg, path, info, signal };
  if ((await endPlays(played, verdict)) !== false) return undefined;
  // there is sound that this ffmpeg cannot play at all
  return (await plays(played, ['-format_whitelist', PROBED_FORMATS], Number.MIN_VALUE)) === true ? 'end_unplayable' : undefined;
}
