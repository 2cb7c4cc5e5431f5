import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { CORE_DIR } from '../../platform/config/core-dir.js';
import { ApiError } from '../../platform/http/problem.js';

/** How much is done at once. */
export interface PasswordThreadsOptions {
  /** Default: one or two, and one processor is left to everything else. */
  readonly threads?: number;
  /** Tasks that may wait for a thread. Default 16 a thread, which is about five seconds of work. */
  readonly waiting?: number;
}

/** Threads that hash passwords, so that a sign-in holds nobody else up. */
export interface PasswordThreads {
  /** Ends when the client's signal does. @throws ApiError 503 `too_busy` while too many wait already */
  hash(task: { readonly text: string; readonly cost: number }, signal?: AbortSignal): Promise<string>;
  /** As {@link PasswordThreads.hash}. */
  compare(task: { readonly text: string; readonly hash: string }, signal?: AbortSignal): Promise<boolean>;
  /** Ends the threads and what they do. */
  stop(): Promise<void>;
}

const WORKER = join(CORE_DIR, 'bin/password-worker.js');
const RETRY_AFTER_SECONDS = 5;

export function createPasswordThreads(options: PasswordThreadsOptions = {}): PasswordThreads {
  const threads = options.threads ?? Math.min(2, Math.max(1, availableParallelism() - 1));
  const most = threads + (options.waiting ?? 16 * threads);
  let accepted = 0;
  let pool: Promise<Piscina> | undefined;

  /** Started with the first password: reading the package and starting threads would be part of every start. */
  async function startPool(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    // All threads stay: the pool only replaces a thread that was ended with its task while it has fewer than the least.
    // Loaders of the process are not for the threads: the worker is plain JavaScript, and a loader makes its start dear.
    const made = new Piscina({ filename: WORKER, execArgv: [], minThreads: threads, maxThreads: threads, stricterFIFO: true });
    made.on('error', () => {
      // A thread that cannot start leaves tasks waiting for ever; they fail, and the next task starts another pool.
      pool = undefined;
      void made.destroy();
    });
    return made;
  }

  async function run(name: 'hash' | 'compare', task: object, signal: AbortSignal | undefined): Promise<unknown> {
    // The pool's own limit does not count tasks with a signal.
    if (accepted >= most) {
      const message = 'Too many people are signing in right now. Try again in a few seconds.';
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
