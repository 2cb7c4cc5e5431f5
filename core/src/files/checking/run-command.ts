import { spawn } from 'node:child_process';

import { endGroup, OWN_GROUP } from './process-group.js';

export interface CommandResult {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  /** Only the last part, if it was long. */
  readonly stderr: string;
  /** Why we ended the program; absent when it ended on its own. */
  readonly ended?: 'timeout' | 'aborted' | 'too_much_output';
}

export interface CommandOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Its standard input, for more than fits into arguments, of which Linux takes 128 KiB each. Default: empty. */
  readonly input?: string;
  /** The program is ended after this many bytes of standard output. Default 8 MiB. */
  readonly maxOutputBytes?: number;
}

const MAX_STDERR_BYTES = 16 * 1024;

/**
 * Runs a program with an argument list, never through a shell, and with a bare environment.
 *
 * @throws the system error when the program cannot be started
 */
export function runCommand(program: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) {
      resolve({ exitCode: null, stdout: '', stderr: '', ended: 'aborted' });
      return;
    }
    const child = spawn(program, args, {
      ...OWN_GROUP,
      shell: false,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    });
    let ended: CommandResult['ended'];
    const end = (why: NonNullable<CommandResult['ended']>): void => {
      ended ??= why;
      endGroup(child);
      // what left the group would hold them open, and the end would never be told
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const onAbort = (): void => end('aborted');
    const timer = setTimeout(() => end('timeout'), options.timeoutMs);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    const release = (): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
    };

    // a program that ends before it has read everything says why by its exit code
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input);

    const out: Buffer[] = [];
    let outBytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      outBytes += chunk.length;
      if (outBytes > (options.maxOutputBytes ?? 8 * 1024 * 1024)) end('too_much_output');
      else out.push(chunk);
    });
    let err = Buffer.alloc(0);
    child.stderr.on('data', (chunk: Buffer) => {
      err = Buffer.concat([err, chunk]).subarray(-MAX_STDERR_BYTES);
    });
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (exitCode) => {
      release();
      resolve({ exitCode, stdout: Buffer.concat(out).toString('utf8'), stderr: err.toString('utf8'), ...(ended ? { ended } : {}) });
    });
  });
}
