import { fork } from 'node:child_process';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DiscoveredPlugin } from '../discovery.js';
import type { ChildAnswer, ChildTask } from './check-child.js';
import { InstallError } from './install-error.js';

export interface CheckOptions {
  /** `name version`, for messages. */
  readonly label: string;
  readonly ignoreCompatibility?: boolean;
  /** Milliseconds the whole check may take. Default 30,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

const HERE = fileURLToPath(import.meta.url);
const CHILD = join(dirname(HERE), `check-child${extname(HERE)}`);
/** The variables that Node.js itself may need. A package under inspection has no business with the rest. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'NODE_OPTIONS', 'LANG', 'LC_ALL', 'TZ'];

function failed(label: string, what: string): InstallError {
  return new InstallError('INSTALL_CHECK_FAILED', `${label} ${what}`);
}

/**
 * Loads a package in a separate process: manifest, settings schema, import and shape of the entry.
 *
 * @throws InstallError INSTALL_CHECK_FAILED saying what is wrong, INSTALL_INCOMPATIBLE, INSTALL_CANCELLED
 */
export async function checkInChild(found: DiscoveredPlugin, options: CheckOptions): Promise<void> {
  const { label, signal, timeoutMs = 30_000 } = options;
  const env = Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  const child = fork(CHILD, [], {
    cwd: dirname(HERE),
    env,
    execArgv: [...process.execArgv.filter((word) => !word.startsWith('--inspect')), '--max-old-space-size=512'],
    stdio: 'ignore',
  });
  const cleanUp: (() => void)[] = [];
  try {
    const answer = await new Promise<ChildAnswer>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(failed(label, `does not come to an end while it is loaded (${timeoutMs / 1000} s).`)),
        timeoutMs,
      );
      const onAbort = () => reject(new InstallError('INSTALL_CANCELLED', 'It was cancelled.'));
      if (signal?.aborted) onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      cleanUp.push(
        () => clearTimeout(timer),
        () => signal?.removeEventListener('abort', onAbort),
      );
      child.once('message', (message) => resolve(message as ChildAnswer));
      child.once('error', reject);
      child.once('exit', (code, killedBy) => {
        const how = killedBy === null ? `with code ${code}` : `by ${killedBy}`;
        reject(failed(label, `ends the process when it is loaded (${how}).`));
      });
      const task: ChildTask = {
        found,
        // shorter than the child's own limit, so that an import that only waits differs from one that never yields
        importTimeoutMs: Math.max(1, Math.round(timeoutMs * 0.6)),
        ignoreCompatibility: options.ignoreCompatibility ?? false,
      };
      // one that could not be started has no channel, and says so by itself
      if (child.pid !== undefined) child.send(task, (error) => error && reject(error));
    });
    if (answer.ok) return;
    throw new InstallError(answer.code === 'PLUGIN_INCOMPATIBLE' ? 'INSTALL_INCOMPATIBLE' : 'INSTALL_CHECK_FAILED', answer.message);
  } finally {
    for (const undo of cleanUp) undo();
    child.removeAllListeners();
    child.on('error', () => undefined);
    child.kill('SIGKILL');
  }
}
