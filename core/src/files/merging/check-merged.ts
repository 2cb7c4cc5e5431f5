import { sentence, type Sentence } from '../../platform/words/index.js';
import { decodedSeconds } from '../checking/decode-part.js';
import { parseOutput } from '../checking/ffprobe-output.js';
import { runCommand } from '../checking/run-command.js';
import { readFfprobeOutput } from '../checking/ffprobe-probe.js';
import { MergeStop } from './merge-stop.js';
import type { MergeTools } from './merge-tools.js';

/** What a merged file must be. */
export interface ExpectedMerge {
  readonly seconds: number;
  readonly chapters: number;
}

const TIMEOUT_MS = 5 * 60_000;
/** How far the length may be off, as a part of it. */
const TOLERANCE = 0.01;
/** How much is decoded at each of three places. */
const SAMPLE_SECONDS = 5;

function refuse(why: Sentence): MergeStop {
  return new MergeStop('check_failed', why);
}

/**
 * Checks a merged file before anything else is done with it: its length, its chapters, one stream of audio, and that it
 * decodes at its start, middle and end.
 *
 * @throws MergeStop `check_failed`; the signal's reason
 */
export async function checkMerged(tools: MergeTools, path: string, expected: ExpectedMerge, signal: AbortSignal): Promise<void> {
  const show = ['-print_format', 'json', '-show_format', '-show_streams', '-show_chapters'];
  const args = ['-v', 'error', ...show, '-protocol_whitelist', 'file', '-f', 'mov', '-i', `file:${path}`];
  const result = await runCommand(tools.ffprobe, args, { timeoutMs: TIMEOUT_MS, signal });
  signal.throwIfAborted();
  if (result.exitCode !== 0 || result.ended) throw refuse(sentence('import.discarded_unreadable'));
  const info = readFfprobeOutput(parseOutput(result.stdout));
  if (!info.hasAudio || info.hasVideo) throw refuse(sentence('import.discarded_not_audio'));
  const { durationSeconds: seconds, chapterCount } = info;
  if (Math.abs(seconds - expected.seconds) > expected.seconds * TOLERANCE) {
    throw refuse(sentence('import.discarded_length', { seconds: Math.round(seconds), expected: Math.round(expected.seconds) }));
  }
  if (chapterCount !== expected.chapters)
    throw refuse(sentence('import.discarded_chapters', { chapters: chapterCount, expected: expected.chapters }));
  const last = Math.max(0, seconds - SAMPLE_SECONDS);
  for (const [where, from] of [
    ['start', 0],
    ['middle', last / 2],
    ['end', last],
  ] as const) {
    const wanted = Math.min(SAMPLE_SECONDS, seconds - from);
    // seeking lands on whole packets, and the padding at the end is not played
    const reading = ['-ss', from.toFixed(3), '-f', 'mov'];
    const part = { ffmpeg: tools.ffmpeg, path, reading, seconds: SAMPLE_SECONDS, timeoutMs: TIMEOUT_MS, isStrict: true, signal };
    const isPlayed = ((await decodedSeconds(part)) ?? 0) >= wanted * 0.8;
    if (!isPlayed) throw refuse(sentence(`import.discarded_${where}`));
  }
}
