import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';

import { crashPoint } from '../../platform/testing/crash-point.js';
import { sentence } from '../../platform/words/index.js';
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
 * @throws MergeStop `failed`; the signal's reason; FileError of the notes; the system's error if it cannot be started now; another error if
 *   somebody else ended it
 */
export async function runEncoder(ffmpeg: string, args: readonly string[], options: EncoderOptions): Promise<void> {
  const { signal } = options;
  signal.throwIfAborted();
  const note = noteEncoder(options.records);
  try {
    const { exitCode, endedBy, stderr, stalled } = await watch(await start(ffmpeg, args, note), options);
    signal.throwIfAborted();
    if (stalled) throw new MergeStop('failed', sentence('import.no_progress'));
    const isAsked = exitCode === ASKED_TO_END && stderr.trim() === '';
    if (isAsked || isFromOutside(endedBy)) throw endedFromOutside('ffmpeg');
    if (exitCode !== 0) throw new MergeStop('failed', sentence('import.ffmpeg_failed', { fault: lastLine(stderr) }));
  } finally {
    note.remove();
  }
}

function lastLine(stderr: string): string {
  const line = stderr.split('\n').findLast((text) => text.trim() !== '');
  return line === undefined ? 'it gave no reason.' : line.trim().slice(0, 300);
}

interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly pid: number;
}

interface Ended {
  readonly exitCode: number | null;
  readonly endedBy: NodeJS.Signals | null;
  readonly stderr: string;
  readonly stalled: boolean;
}

/** Starts ffmpeg, and notes it. @throws see `runEncoder` */
async function start(ffmpeg: string, args: readonly string[], note: ReturnType<typeof noteEncoder>): Promise<Started> {
  const child = spawn(ffmpeg, ['-nostdin', '-hide_banner', '-v', 'error', '-y', '-progress', 'pipe:1', ...args], {
    ...OWN_GROUP,
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...note.environment },
  });
  const { pid } = child;
  if (pid === undefined) {
    // where files or processes are exhausted it has no streams either
    const [cause] = (await once(child, 'error')) as [Error];
    throw PASSING.has(errorCode(cause) ?? '') ? cause : new MergeStop('failed', sentence('import.ffmpeg_not_started'), { cause });
  }
  try {
    note.started(pid);
  } catch (error) {
    endGroup(pid);
    throw error;
  }
  crashPoint('merging', 'spawned');
  beNice(pid);
  return { child, pid };
}

/** Watches ffmpeg until it ends, or is ended. */
function watch({ child, pid }: Started, options: EncoderOptions): Promise<Ended> {
  const { signal } = options;
  return new Promise((resolve) => {
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
    let stall = setTimeout(onStall, options.stallMs);
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    child.stdout.on(
      'data',
      readTimes((now) => {
        if (now <= seconds || now > options.mostSeconds) return;
        seconds = now;
        clearTimeout(stall);
        stall = setTimeout(onStall, options.stallMs);
        options.onSeconds(now);
      }),
    );
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-MOST_ERROR_BYTES);
    });
    const settle = (exitCode: number | null, endedBy: NodeJS.Signals | null): void => {
      clearTimeout(stall);
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
