import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { CORE_DIR } from '../../platform/config/core-dir.js';
import { AudioProbeError } from './audio-probe.js';

/** The thread's answer about a file. */
export interface FoundTags {
  readonly container?: string;
  readonly codec?: string;
  readonly duration?: number;
  readonly bitrate?: number;
  readonly numberOfChannels?: number;
  readonly sampleRate?: number;
  readonly hasAudio?: boolean;
  readonly hasVideo?: boolean;
  readonly chapterCount: number;
  /** Native ids with their values, in the file's order. */
  readonly tags: readonly (readonly [string, string])[];
}

/** What is asked of a thread. */
export interface AskedTags {
  readonly path: string;
  /** Leaves chapters out, and the length where only reading the whole file tells it. */
  readonly isQuick: boolean;
}

interface AskOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

const THREAD = join(CORE_DIR, 'bin/audio-tags-worker.js');
/** More memory than any audio file needs. A hostile file that makes the parser use more ends the thread, not the server. */
const THREAD_MEGABYTES = 256;
const IDLE_MS = 5000;
const MOST_IDLE = 2;
/** After so many files a thread is replaced, in case the parser keeps something of each. */
const FILES_A_THREAD = 1000;

interface Kept {
  readonly thread: Worker;
  read: number;
  timer?: NodeJS.Timeout;
}

function begin(): Kept {
  return { thread: new Worker(THREAD, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES } }), read: 0 };
}

/** Asks a thread; after a refusal it is to be ended, because the parser cannot be stopped otherwise. */
async function ask(
  { thread }: Kept,
  asked: AskedTags,
  { timeoutMs, signal }: AskOptions,
): Promise<FoundTags | { readonly problem: string }> {
  const { path } = asked;
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  try {
    return await new Promise((resolve, reject) => {
      onAbort = () => reject(new AudioProbeError('aborted', 'The work was cancelled.', path));
      const late = new AudioProbeError('timeout', `Reading “${path}” took longer than ${timeoutMs} ms.`, path);
      timer = setTimeout(() => reject(late), timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('its reader ended without an answer')));
      thread.postMessage(asked);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    thread.removeAllListeners();
  }
}

/** Threads that read tags. One that is not needed is kept for a while, because to begin one takes longer than to read a file. */
export function createTagThreads(): (asked: AskedTags, options: AskOptions) => Promise<FoundTags> {
  const idle: Kept[] = [];

  function end(kept: Kept): void {
    clearTimeout(kept.timer);
    const at = idle.indexOf(kept);
    if (at >= 0) idle.splice(at, 1);
    // it may end with an error that nobody waits for
    kept.thread.on('error', () => undefined);
    // a thread that waits for a disk that is away ends only when that answers, and nobody waits for it
    void kept.thread.terminate();
  }

  function keep(kept: Kept): void {
    if (idle.length >= MOST_IDLE || kept.read >= FILES_A_THREAD) return end(kept);
    idle.push(kept);
    kept.thread.unref();
    kept.thread.once('error', () => end(kept));
    kept.thread.once('exit', () => end(kept));
    kept.timer = setTimeout(() => end(kept), IDLE_MS).unref();
  }

  function take(): Kept {
    const kept = idle.pop() ?? begin();
    clearTimeout(kept.timer);
    kept.thread.removeAllListeners();
    kept.thread.ref();
    return kept;
  }

  return async (asked, options) => {
    if (options.signal?.aborted) throw new AudioProbeError('aborted', 'The work was cancelled.', asked.path);
    const kept = take();
    kept.read += 1;
    const answer = await ask(kept, asked, options).catch((error: unknown) => {
      end(kept);
      throw error;
    });
    keep(kept);
    if ('problem' in answer) throw new Error(answer.problem);
    return answer;
  };
}
