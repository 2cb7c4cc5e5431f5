import { spawn } from 'node:child_process';

// Runs in a process of its own (command-runner.ts in core/src) and starts programs for the server. To start one, the system copies the
// table of all memory of whoever starts it, during which that process does nothing else: tens of milliseconds in a server of some hundred
// megabytes, one here. It is plain JavaScript, so that the same file runs whether the server runs from its sources, compiled, or bundled.

/**
 * @typedef {object} Order
 * @property {number} id
 * @property {string} program
 * @property {string[]} args
 * @property {string | undefined} path the variable PATH
 * @property {number} timeoutMs
 * @property {string | undefined} input
 * @property {number} maxOutputBytes
 */

const MAX_STDERR_BYTES = 16 * 1024;
/** One that waits for a share that is away cannot even be killed before the share is back, and whoever waits for it is told without. */
const MOST_END_MS = 2000;
/** A program that is a script may have started others: they form a group, which is ended as a whole. */
const hasGroups = process.platform !== 'win32';

/** How each program that runs is ended, by the number of its order. @type {Map<number, (why: string) => void>} */
const running = new Map();

/** @param {import('node:child_process').ChildProcess} child */
function endGroup(child) {
  try {
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // all of it has ended by itself
  }
}

/** @param {unknown} error */
function faultOf(error) {
  const { message, code } = /** @type {NodeJS.ErrnoException} */ (error);
  return { fault: { message, code } };
}

/** @param {Order} order @param {(answer: object) => void} tell */
function run({ id, program, args, path, timeoutMs, input, maxOutputBytes }, tell) {
  const child = spawn(program, args, {
    detached: hasGroups,
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: path, LC_ALL: 'C.UTF-8' },
  });
  child.on('error', (error) => tell(faultOf(error)));
  // where files or processes are exhausted it may have no streams either
  if (child.pid === undefined) return;
  /** @type {string | undefined} */
  let ended;
  /** @type {NodeJS.Timeout | undefined} */
  let giveUp;
  /** @param {string} why */
  const end = (why) => {
    ended ??= why;
    giveUp ??= setTimeout(() => settle(null, null), MOST_END_MS);
    endGroup(child);
    // what left the group would hold them open, and the end would never be told
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  running.set(id, end);
  // if this runner is killed, the server ends what was started, and gives an order of which it has heard nothing to another one
  tell({ pid: child.pid });

  // a program that ends before it has read everything says why by its exit code
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);

  /** @type {Buffer[]} */
  const out = [];
  let outBytes = 0;
  child.stdout.on('data', (chunk) => {
    outBytes += chunk.length;
    if (outBytes > maxOutputBytes) end('too_much_output');
    else out.push(chunk);
  });
  let err = Buffer.alloc(0);
  child.stderr.on('data', (chunk) => {
    err = Buffer.concat([err, chunk]).subarray(-MAX_STDERR_BYTES);
  });
  /** @param {number | null} exitCode @param {string | null} signal */
  const settle = (exitCode, signal) => {
    clearTimeout(timer);
    clearTimeout(giveUp);
    running.delete(id);
    child.off('close', settle);
    const why = ended ? { ended } : signal ? { signal } : {};
    tell({ result: { exitCode, stdout: Buffer.concat(out).toString('utf8'), stderr: err.toString('utf8'), ...why } });
  };
  child.on('close', settle);
}

process.on('message', (/** @type {{ order?: Order, abort?: number }} */ { order, abort }) => {
  if (abort !== undefined) running.get(abort)?.('aborted');
  if (order === undefined) return;
  // the server may be gone by then, which is told by `disconnect`
  const tell = (/** @type {object} */ answer) => process.connected && process.send?.({ id: order.id, ...answer }, () => undefined);
  try {
    run(order, tell);
  } catch (error) {
    // arguments that the system takes from nobody concern this order alone
    tell(faultOf(error));
  }
});
process.on('disconnect', () => {
  for (const end of running.values()) end('aborted');
  process.exit();
});
// Terminals and systemd send them to the server and to all that it has started; the server says by itself what is to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
