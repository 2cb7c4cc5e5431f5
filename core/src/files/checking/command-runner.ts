import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { CORE_DIR } from '../../platform/config/core-dir.js';
import { endGroup } from './process-group.js';

/** A program to run. */
export interface CommandOrder {
  readonly program: string;
  readonly args: readonly string[];
  /** The variable PATH. */
  readonly path: string | undefined;
  readonly timeoutMs: number;
  readonly input: string | undefined;
  readonly maxOutputBytes: number;
}

export interface CommandResult {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  /** Only the last part, if it was long. */
  readonly stderr: string;
  /** Why we ended the program; absent when it ended on its own. */
  readonly ended?: 'timeout' | 'aborted' | 'too_much_output';
  /** What ended it, if it was neither itself nor we. */
  readonly signal?: NodeJS.Signals;
}

interface Answer {
  readonly id: number;
  /** Of the program, once it is started. */
  readonly pid?: number;
  readonly result?: CommandResult;
  readonly fault?: { readonly message: string; readonly code?: string };
}

interface Waiting {
  readonly resolve: (result: CommandResult) => void;
  readonly reject: (error: Error) => void;
  pid?: number;
}

interface Runner {
  readonly child: ChildProcess;
  readonly waiting: Map<number, Waiting>;
  idle?: NodeJS.Timeout;
}

/** The runner ended before it started a program for the order. */
class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

const ENDED = 'The process that starts programs has ended.';
const RUNNER = join(CORE_DIR, 'bin/command-runner.js');
/** It has 40 MB, which nothing is kept for. */
const IDLE_MS = 30_000;

/**
 * Starts programs from a small process of its own, because starting one from here would stop the server for as long as the system copies
 * the table of its memory. The process is begun when it is needed, ends some time afterwards, and ends with the server, as do the programs.
 */
export function createCommandRunner(): (order: CommandOrder, signal: AbortSignal | undefined) => Promise<CommandResult> {
  let current: Runner | undefined;
  let last = 0;

  function begin(): Runner {
    // more than programs print is not told to it, and of our environment it gets nothing
    const child = fork(RUNNER, [], { execArgv: [], env: {}, serialization: 'advanced', stdio: 'ignore', detached: true });
    const runner: Runner = { child, waiting: new Map() };
    const lose = (cause?: Error): void => {
      if (current === runner) current = undefined;
      clearTimeout(runner.idle);
      for (const { reject, pid } of runner.waiting.values()) {
        // nobody else would end it, or know how it ends
        if (pid !== undefined) endGroup(pid);
        reject(new (pid === undefined ? NotStarted : Error)(ENDED, { cause }));
      }
      runner.waiting.clear();
    };
    child.on('error', lose);
    // after all that it has told: its exit may be heard of before that
    child.once('disconnect', () => lose());
    child.on('message', ({ id, pid, result, fault }: Answer) => {
      const waits = runner.waiting.get(id);
      if (waits && pid !== undefined) waits.pid = pid;
      if (fault) waits?.reject(Object.assign(new Error(fault.message), { code: fault.code }));
      else if (result) waits?.resolve(result);
    });
    return runner;
  }

  /** It keeps the server alive only while a program runs. */
  function rest(runner: Runner): void {
    if (runner.waiting.size > 0 || current !== runner) return;
    runner.child.unref();
    runner.child.channel?.unref();
    runner.idle = setTimeout(() => {
      current = undefined;
      if (runner.child.connected) runner.child.disconnect();
    }, IDLE_MS).unref();
  }

  function take(): Runner {
    const runner = (current ??= begin());
    clearTimeout(runner.idle);
    runner.child.ref();
    runner.child.channel?.ref();
    return runner;
  }

  async function send(order: CommandOrder, signal: AbortSignal | undefined): Promise<CommandResult> {
    if (signal?.aborted) return { exitCode: null, stdout: '', stderr: '', ended: 'aborted' };
    const runner = take();
    if (runner.child.pid === undefined) {
      // too many files or processes, of which the system tells right after this
      current = undefined;
      const [cause] = (await once(runner.child, 'error')) as [Error];
      throw cause;
    }
    const id = (last += 1);
    const onAbort = (): void => void (runner.child.connected && runner.child.send({ abort: id }, () => undefined));
    try {
      return await new Promise<CommandResult>((resolve, reject) => {
        runner.waiting.set(id, { resolve, reject });
        signal?.addEventListener('abort', onAbort, { once: true });
        runner.child.send({ order: { ...order, id } }, (cause) => {
          if (!cause) return;
          if (current === runner) current = undefined;
          reject(new NotStarted(ENDED, { cause }));
        });
      });
    } finally {
      signal?.removeEventListener('abort', onAbort);
      runner.waiting.delete(id);
      rest(runner);
    }
  }

  return (order, signal) =>
    send(order, signal).catch((error: unknown) => {
      // it had ended, and nobody had heard of that yet
      if (error instanceof NotStarted) return send(order, signal);
      throw error;
    });
}
