/** A signal that fires with the first of several others, until it is released. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Stops listening to the other signals. Call it in a `finally` when the work has ended. */
  release(): void;
}

/**
 * Links signals. Node.js keeps the result of `AbortSignal.any` as long as somebody listens to it, and some libraries never
 * stop listening. Each request would then stay in memory as long as the signal of its integration, so ESLint forbids
 * `any`. Nothing refers to a linked signal once it is released.
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
