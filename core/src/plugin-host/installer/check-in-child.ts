import { fork } from 'node:child_process';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DiscoveredPlugin } from '../discovery.js';
import type { ChildAnswer, ChildTask } from './check-child.js';
import { InstallError } from './install-error.js';
import { foreignWords, sentence, type Sentence } from '../../platform/words/index.js';

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

function failed(said: Sentence): InstallError {
  return new InstallError('INSTALL_CHECK_FAILED', said);
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
        () => reject(failed(sentence('install.loads_too_long', { plugin: label, seconds: timeoutMs / 1000 }))),
        timeoutMs,
      );
      const onAbort = () => reject(new InstallError('INSTALL_CANCELLED', sentence('install.cancelled')));
      if (signal?.aborted) onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      cleanUp.push(
        () => clearTimeout(timer),
        () => signal?.removeEventListener('abort', onAbort),
      );
      child.once('message', (message) => resolve(message as ChildAnswer));
      child.once('error', reject);
      child.once('exit', (code, killedBy) => {
        const ended =
          killedBy === null
            ? sentence('install.ends_with_code', { plugin: label, exitCode: String(code) })
            : sentence('install.ends_by_signal', { plugin: label, signalName: killedBy });
        reject(failed(ended));
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
    throw new InstallError(
      answer.code === 'PLUGIN_INCOMPATIBLE' ? 'INSTALL_INCOMPATIBLE' : 'INSTALL_CHECK_FAILED',
      foreignWords(answer.message),
    );
  } finally {
    for (const undo of cleanUp) undo();
    child.removeAllListeners();
    child.on('error', () => undefined);
    child.kill('SIGKILL');
  }
}
