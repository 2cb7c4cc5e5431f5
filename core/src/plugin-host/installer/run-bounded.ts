import { spawn } from 'node:child_process';

/** How to run a child process: with an argument list, never through a shell. */
export interface BoundedRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface BoundedResult {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly outcome: 'exited' | 'timeout' | 'aborted';
  /** The end of its output, both streams together. */
  readonly output: string;
}

const LONGEST_OUTPUT = 64 * 1024;
/** One that waits for a share that is away cannot even be killed before the share is back, and whoever waits for it is told without. */
const MOST_END_MS = 2000;

/**
 * Runs a program until it ends, its time is up, or the signal fires. Everything it started ends with it. @throws if it
 * cannot be started
 */
export function runBounded({ file, args, cwd, env, timeoutMs, signal }: BoundedRun): Promise<BoundedResult> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return resolve({ code: null, outcome: 'aborted', output: '' });
    // in its own process group, so that its children can be ended, too
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    child.on('error', reject);
    // where files or processes are exhausted it may have no streams either
    if (child.pid === undefined) return;
    let output = '';
    let outcome: BoundedResult['outcome'] = 'exited';
    const take = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-LONGEST_OUTPUT));
    child.stdout.on('data', take);
    child.stderr.on('data', take);

    let giveUp: NodeJS.Timeout | undefined;
    function end(why: 'timeout' | 'aborted'): void {
      if (outcome === 'exited') outcome = why;
      giveUp ??= setTimeout(() => settle(null), MOST_END_MS);
      try {
        if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
      // what left the group would hold them open, and the end would never be told
      child.stdout.destroy();
      child.stderr.destroy();
    }
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    const onAbort = () => end('aborted');
    signal?.addEventListener('abort', onAbort, { once: true });
    const settle = (code: number | null): void => {
      clearTimeout(timer);
      clearTimeout(giveUp);
      signal?.removeEventListener('abort', onAbort);
      resolve({ code, outcome, output });
    };
    child.once('close', settle);
  });
}
