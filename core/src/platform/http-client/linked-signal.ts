/** A signal that fires with the first of several others, until it is released. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Lets go of the others. Whoever links signals calls it when the work is over, in a `finally`. */
  release(): void;
}

/**
 * Links signals. Node.js keeps what `AbortSignal.any` makes for as long as somebody listens to it, and some libraries never
 * stop listening: each request would stay in memory for as long as the signal of its integration lives, which is why ESLint
 * forbids it. A linked signal is held by nobody once it is released.
 */
export function linkSignals(...signals: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const undo: (() => void)[] = [];
  for (const signal of signals) {
    if (!signal) continue;
    const onAbort = (): void => controller.abort(signal.reason);
    if (signal.aborted) onAbort();
    else {
      signal.addEventListener('abort', onAbort, { once: true });
      undo.push(() => signal.removeEventListener('abort', onAbort));
    }
  }
  return {
    signal: controller.signal,
    release() {
      for (const forget of undo.splice(0)) forget();
    },
  };
}
