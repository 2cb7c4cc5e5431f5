import { openSync, readSync } from 'node:fs';

/** A moment from which on is measured how long the thread is held. */
export interface Mark {
  /** Milliseconds of a clock that only moves on. */
  readonly at: number;
  readonly idle: Idle;
}

/** How long the thread has not been working, although it could have. */
interface Idle {
  readonly at: number;
  /** Milliseconds that this thread has waited for a processor, as Linux counts them; absent elsewhere. */
  readonly waitedMs?: number;
  /** What all threads have used of the processors; where the wait is not told. */
  readonly used?: NodeJS.CpuUsage;
}

/** Milliseconds for which a reading of `Idle` is good enough; a longer wait is read again. */
const FRESH_MS = 100;
const now = performance.now.bind(performance);
const buffer = Buffer.alloc(100);
let file: number | undefined;

function openStatistics(): number {
  try {
    // of the main thread, which is the one that serves
    return openSync('/proc/self/schedstat', 'r');
  } catch {
    return -1;
  }
}

function readIdle(at: number): Idle {
  file ??= openStatistics();
  if (file >= 0) {
    try {
      const size = readSync(file, buffer, 0, buffer.length, 0);
      const waited = Number(buffer.toString('latin1', 0, size).split(' ')[1]);
      if (Number.isFinite(waited)) return { at, waitedMs: waited / 1e6 };
    } catch {
      file = -1;
    }
  }
  return { at, used: process.cpuUsage() };
}

let last: Idle | undefined;

/** Marks this moment. It costs a look at a clock, and now and then a read of a few microseconds. */
export function mark(): Mark {
  const at = now();
  if (last === undefined || at - last.at > FRESH_MS) last = readIdle(at);
  return { at, idle: last };
}

/** Milliseconds since a mark, whether or not the thread worked. */
export function sinceMark({ at }: Mark): number {
  return now() - at;
}

/**
 * Milliseconds since a mark in which the thread was held by what it did. The time in which others had the processor is taken off,
 * at least all of it: a busy machine makes it shorter, never longer.
 */
export function heldSince({ at, idle }: Mark): number {
  const end = now();
  const wall = end - at;
  const later = readIdle(end);
  last = later;
  if (later.waitedMs !== undefined && idle.waitedMs !== undefined) return Math.max(0, wall - (later.waitedMs - idle.waitedMs));
  const { user, system } = process.cpuUsage(idle.used);
  return Math.min(wall, (user + system) / 1000);
}
