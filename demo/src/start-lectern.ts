import { spawn } from 'node:child_process';

/** A Lectern server in a separate process. */
export interface LecternProcess {
  readonly url: string;
  /** Printed once by a server that is not set up. */
  readonly setupToken: string | undefined;
  /** Milliseconds from the start of the process to its first healthy answer. */
  readonly startMs: number;
  readonly pid: number;
  readonly exited: Promise<number | null>;
  output(): string;
  /** Sends SIGTERM and waits. */
  stop(): Promise<void>;
  /** Sends SIGKILL, like a power failure. */
  kill(): Promise<void>;
}

/**
 * Starts a server and waits until it is healthy.
 *
 * @param command program and arguments, e.g. `['node', 'core/bin/lectern.js', 'serve']`
 */
export async function startLectern(
  command: readonly string[],
  options: { readonly dataDir: string; readonly port?: number; readonly env?: NodeJS.ProcessEnv; readonly cwd?: string },
): Promise<LecternProcess> {
  const [program = '', ...args] = command;
  const started = performance.now();
  const child = spawn(program, args, {
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      LECTERN_DATA: options.dataDir,
      LECTERN_HOST: '127.0.0.1',
      LECTERN_PORT: String(options.port ?? 0),
      ...options.env,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let gone = false;
  void exited.then(() => (gone = true));
  const end = Date.now() + 60_000;
  let url: string | undefined;
  for (;;) {
    if (gone || Date.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`Lectern did not start:\n${output.slice(-4000)}`);
    }
    url ??= /Lectern is at (http:\/\/\S+)/.exec(output)?.[1];
    if (url !== undefined) {
      const answer = await fetch(`${url}/api/health`).catch(() => undefined);
      if (answer?.ok) break;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const startMs = performance.now() - started;
  return {
    url,
    setupToken: /Setup token: (\S+)/.exec(output)?.[1],
    startMs,
    pid: child.pid ?? 0,
    exited,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
