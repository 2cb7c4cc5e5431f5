import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

import { crashPoint } from '../../platform/testing/crash-point.js';
import { endedFromOutside, isFromOutside } from '../checking/ended-from-outside.js';
import { endGroup, OWN_GROUP } from '../checking/process-group.js';
import { errorCode } from '../file-error.js';
import { noteEncoder } from './encoder-records.js';
import { MergeStop } from './merge-stop.js';

export interface EncoderOptions {
  readonly signal: AbortSignal;
  /** Where running encoders are noted. */
  readonly records: string;
  /** Called about twice a second with the seconds of audio written so far, each time with more. */
  readonly onSeconds: (seconds: number) => void;
  /** The most audio there can be. A report of more is not believed, and is no progress. */
  readonly mostSeconds: number;
  /** Ends an encoder that writes nothing for so many milliseconds. */
  readonly stallMs: number;
}

/** Errors of a start that say nothing about ffmpeg: it may start a little later. */
const PASSING = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']);
/** With it, and without a word, ffmpeg ends once a signal asks it to end. */
const ASKED_TO_END = 255;
/** One that waits for a share that is away cannot even be killed before the share is back, and whoever waits for it is told without. */
const MOST_END_MS = 2000;
const MOST_ERROR_BYTES = 8 * 1024;
const PREFIX = 'out_time_us=';

/** Calls back with each time that ffmpeg reports. Its lines may arrive in pieces. */
function readTimes(onSeconds: (seconds: number) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop()?.slice(-200) ?? '';
    for (const line of lines) {
      const microseconds = line.startsWith(PREFIX) ? Number(line.slice(PREFIX.length)) : Number.NaN;
      if (Number.isFinite(microseconds) && microseconds >= 0) onSeconds(microseconds / 1_000_000);
    }
  };
}

/**
 * Runs ffmpeg at low priority, without a shell, standard input or our environment. It ends with the signal, and a start
 * of the server after a crash finds it by its note.
 *
 * @param args without the options that are the same for all runs
 * @throws MergeStop `failed`; the signal's reason; the system's error, or one that says so if somebody else ended it, which may go well later
 */
export async function runEncoder(ffmpeg: string, args: readonly string[], options: EncoderOptions): Promise<void> {
  const { signal } = options;
  signal.throwIfAborted();
  const note = noteEncoder(options.records);
  try {
    const { exitCode, endedBy, stderr, stalled } = await run(ffmpeg, args, note, options);
    signal.throwIfAborted();
    if (stalled) throw new MergeStop('failed', 'ffmpeg made no progress and was stopped.');
    const isAsked = exitCode === ASKED_TO_END && stderr.trim() === '';
    if (isAsked || isFromOutside(endedBy)) throw endedFromOutside('ffmpeg');
    if (exitCode !== 0) throw new MergeStop('failed', `ffmpeg failed: ${lastLine(stderr)}`);
  } finally {
    note.remove();
  }
}

function lastLine(stderr: string): string {
  const line = stderr.split('\n').findLast((text) => text.trim() !== '');
  return line === undefined ? 'it gave no reason.' : line.trim().slice(0, 300);
}

interface Ended {
  readonly exitCode: number | null;
  readonly endedBy: NodeJS.Signals | null;
  readonly stderr: string;
  readonly stalled: boolean;
}

function run(ffmpeg: string, args: readonly string[], note: ReturnType<typeof noteEncoder>, options: EncoderOptions): Promise<Ended> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, ['-nostdin', '-hide_banner', '-v', 'error', '-y', '-progress', 'pipe:1', ...args], {
      ...OWN_GROUP,
      shell: false,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...note.environment },
    });
    child.on('error', (cause) =>
      reject(PASSING.has(errorCode(cause) ?? '') ? cause : new MergeStop('failed', 'ffmpeg could not be started.', { cause })),
    );
    const { pid } = child;
    // where files or processes are exhausted it may have no streams either
    if (pid === undefined) return;
    try {
      note.started(pid);
    } catch (cause) {
      // nobody would end one that is not noted
      endGroup(pid);
      reject(new MergeStop('failed', 'The server could not note which process merges the files.', { cause }));
    }
    crashPoint('merging', 'spawned');
    beNice(pid);
    let stalled = false;
    let [seconds, stderr] = [-1, ''];
    let giveUp: NodeJS.Timeout | undefined;
    const kill = (): void => {
      giveUp ??= setTimeout(() => settle(null, null), MOST_END_MS);
      endGroup(pid);
      // what left the group would hold them open, and the end would never be told
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const onStall = (): void => {
      stalled = true;
      kill();
    };
    let watch = setTimeout(onStall, options.stallMs);
    signal.addEventListener('abort', kill, { once: true });
    child.stdout.on(
      'data',
      readTimes((now) => {
        if (now <= seconds || now > options.mostSeconds) return;
        seconds = now;
        clearTimeout(watch);
        watch = setTimeout(onStall, options.stallMs);
        options.onSeconds(now);
      }),
    );
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-MOST_ERROR_BYTES);
    });
    const settle = (exitCode: number | null, endedBy: NodeJS.Signals | null): void => {
      clearTimeout(watch);
      clearTimeout(giveUp);
      signal.removeEventListener('abort', kill);
      resolve({ exitCode, endedBy, stderr, stalled });
    };
    child.once('close', settle);
  });
}

/** What people wait for in the browser goes first. */
function beNice(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // it has ended already, or this system knows no priorities
  }
}
