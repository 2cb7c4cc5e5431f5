import { resolve } from 'node:path';

import { runCommand } from './run-command.js';

/** The part of an audio file that is decoded. */
export interface DecodedPart {
  readonly ffmpeg: string;
  readonly path: string;
  /** How the part is found and read: options of ffmpeg in front of the file. Nothing but files is ever opened. */
  readonly reading: readonly string[];
  /** At most so many are decoded. */
  readonly seconds: number;
  readonly timeoutMs: number;
  /** Ends at the first fault, instead of playing on behind it as players do. */
  readonly isStrict?: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Hertz: what is decoded is counted in samples of this rate, and thrown away. */
const RATE = 48_000;

/**
 * Decodes a part of a file, and counts what came out.
 *
 * @returns seconds; `undefined` if ffmpeg took too long or was ended, which says nothing of the file
 * @throws the signal's reason; what starting a program throws
 */
export async function decodedSeconds(part: DecodedPart): Promise<number | undefined> {
  const { ffmpeg, path, reading, seconds, timeoutMs, isStrict = false, signal } = part;
  const input = [...reading, '-protocol_whitelist', 'file', '-i', `file:${resolve(path)}`];
  const output = ['-map', '0:a:0', '-t', String(seconds), '-ar', String(RATE), '-ac', '1', '-f', 'framecrc', 'pipe:1'];
  const args = ['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', ...(isStrict ? ['-xerror'] : []), ...input, ...output];
  const result = await runCommand(ffmpeg, args, { timeoutMs, ...(signal ? { signal } : {}) });
  signal?.throwIfAborted();
  if (result.ended !== undefined) return undefined;
  if (isStrict && result.exitCode !== 0) return 0;
  // lines of a stream: its number, two times, the duration in samples, the size, a checksum
  const samples = result.stdout
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .reduce((sum, line) => sum + Number(line.split(',')[3] ?? 0), 0);
  return samples / RATE;
}
