import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { CORE_DIR } from '../../platform/config/core-dir.js';
import { ApiError } from '../../platform/http/problem.js';
import { sentence } from '../../platform/words/index.js';

/** The limits of concurrent work. */
export interface PasswordThreadsOptions {
  /** Default: one or two, leaving one processor to everything else. */
  readonly threads?: number;
  /** Tasks that may wait for a thread. Default 16 per thread, which is about five seconds of work. */
  readonly waiting?: number;
}

/** Threads that hash passwords, so that a sign-in blocks nobody else. */
export interface PasswordThreads {
  /** Ends when the client's signal fires. @throws ApiError 503 `too_busy` if too many are already waiting */
  hash(task: { readonly text: string; readonly cost: number }, signal?: AbortSignal): Promise<string>;
  /** Like {@link PasswordThreads.hash}. */
  compare(task: { readonly text: string; readonly hash: string }, signal?: AbortSignal): Promise<boolean>;
  /** Ends the threads and their work. */
  stop(): Promise<void>;
}

const WORKER = join(CORE_DIR, 'bin/password-worker.js');
const RETRY_AFTER_SECONDS = 5;

export function createPasswordThreads(options: PasswordThreadsOptions = {}): PasswordThreads {
  const threads = options.threads ?? Math.min(2, Math.max(1, availableParallelism() - 1));
  const most = threads + (options.waiting ?? 16 * threads);
  let accepted = 0;
  let pool: Promise<Piscina> | undefined;

  /** Started with the first password, because reading the package and starting threads would slow down every start. */
  async function startPool(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    // All threads stay, because the pool replaces a thread that was ended with its task only below the minimum. The
    // threads do not need the loaders of the process: the worker is plain JavaScript, and a loader would slow down its
    // start.
    const made = new Piscina({ filename: WORKER, execArgv: [], minThreads: threads, maxThreads: threads, stricterFIFO: true });
    made.on('error', () => {
      // A thread that cannot start would leave tasks waiting forever; they fail, and the next task starts another pool.
      pool = undefined;
      void made.destroy();
    });
    return made;
  }

  async function run(name: 'hash' | 'compare', task: object, signal: AbortSignal | undefined): Promise<unknown> {
    // The pool's own limit does not count tasks with a signal.
    if (accepted >= most) {
      const message = sentence('problem.too_busy');
      throw new ApiError('too_busy', message, { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });
    }
    accepted += 1;
    try {
      pool ??= startPool();
      return (await (await pool).run(task, { name, signal })) as unknown;
    } finally {
      accepted -= 1;
    }
  }

  return {
    hash: async (task, signal) => String(await run('hash', task, signal)),
    compare: async (task, signal) => (await run('compare', task, signal)) === true,
    async stop() {
      const started = pool;
      pool = undefined;
      await (await started)?.destroy();
    },
  };
}
