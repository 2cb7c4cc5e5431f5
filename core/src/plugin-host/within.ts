import { setMaxListeners } from 'node:events';

/** Thrown by {@link within} when the time is up. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
  constructor(readonly ms: number) {
    super(`took longer than ${ms / 1000} s`);
  }
}

/**
 * Runs foreign work for at most `ms`, or until one of `signals` fires. The work gets a signal that fires then. Whether or
 * not it obeys, the answer does not wait for it, and a later rejection is ignored.
 *
 * @throws OutOfTime, or the reason of the signal that fired, or what the work threw
 */
export async function within<T>(
  ms: number,
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T> | T,
): Promise<T> {
  const controller = new AbortController();
  const cleanUp: (() => void)[] = [];
  const cut = new Promise<never>((_resolve, reject) => {
    const end = (reason: unknown) => {
      controller.abort(reason);
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    const timer = setTimeout(() => end(new OutOfTime(ms)), ms);
    cleanUp.push(() => clearTimeout(timer));
    for (const signal of signals) {
      if (!signal) continue;
      const onAbort = () => end(signal.reason);
      if (signal.aborted) onAbort();
      // any number of calls at once may share a signal, e.g. that of an integration, and each takes its listener away again
      setMaxListeners(0, signal);
      signal.addEventListener('abort', onAbort, { once: true });
      cleanUp.push(() => signal.removeEventListener('abort', onAbort));
    }
  });
  cut.catch(() => undefined);
  try {
    if (controller.signal.aborted) return await cut;
    const running = Promise.resolve(work(controller.signal));
    running.catch(() => undefined);
    return await Promise.race([running, cut]);
  } finally {
    for (const undo of cleanUp) undo();
  }
}
