import { createCommandRunner, type CommandResult } from './command-runner.js';
import { endedFromOutside, isFromOutside } from './ended-from-outside.js';

export interface CommandOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Its standard input, for more than fits into arguments, of which Linux takes 128 KiB each. Default: empty. */
  readonly input?: string;
  /** The program is ended after this many bytes of standard output. Default 8 MiB. */
  readonly maxOutputBytes?: number;
}

const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

const runElsewhere = createCommandRunner();

/**
 * Runs a program with an argument list, never through a shell, and with a bare environment.
 *
 * @throws the system error when the program cannot be started; an error without a code if its end says nothing about it, because others ended it
 */
export async function runCommand(program: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { timeoutMs, signal, input, maxOutputBytes = MAX_OUTPUT_BYTES } = options;
  const result = await runElsewhere({ program, args, path: process.env['PATH'], timeoutMs, input, maxOutputBytes }, signal);
  if (isFromOutside(result.signal)) throw endedFromOutside(program);
  return result;
}
