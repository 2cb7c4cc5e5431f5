import { sentence, type Sentence } from '../../platform/words/index.js';
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

/** Decodes a few seconds, and counts what came out. @returns seconds; `NaN` if ffmpeg printed something else */
async function decodedSeconds(
  { ffmpeg }: MergeTools,
  path: string,
  from: number,
  sampleRate: number,
  signal: AbortSignal,
): Promise<number> {
  const input = ['-ss', from.toFixed(3), '-protocol_whitelist', 'file', '-f', 'mov', '-i', `file:${path}`];
  const output = ['-map', '0:a:0', '-t', String(SAMPLE_SECONDS), '-ar', String(sampleRate), '-f', 'framecrc', 'pipe:1'];
  const args = ['-nostdin', '-hide_banner', '-v', 'error', '-xerror', ...input, ...output];
  const result = await runCommand(ffmpeg, args, { timeoutMs: TIMEOUT_MS, signal });
  signal.throwIfAborted();
  if (result.exitCode !== 0 || result.ended) return 0;
  // lines of a stream: its number, two times, the duration in samples, the size, a checksum
  const samples = result.stdout
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .reduce((sum, line) => sum + Number(line.split(',')[3] ?? 0), 0);
  return samples / sampleRate;
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
  if (!info.hasAudio || info.hasVideo || info.sampleRate === undefined) throw refuse(sentence('import.discarded_not_audio'));
  const { durationSeconds: seconds, chapterCount, sampleRate } = info;
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
    const isPlayed = (await decodedSeconds(tools, path, from, sampleRate, signal)) >= wanted * 0.8;
    if (!isPlayed) throw refuse(sentence(`import.discarded_${where}`));
  }
}
