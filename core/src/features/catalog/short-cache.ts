/** Remembers answers for a short while; callers who ask at the same time share one answer. Failures are not kept. */
export interface ShortCache<T> {
  get(key: string, make: () => Promise<T>): Promise<T>;
  /** What is remembered or under way. */
  peek(key: string): Promise<T> | undefined;
  clear(): void;
}

/** @param keepMs 0 only shares calls in progress */
export function createShortCache<T>(options: { readonly keepMs: number; readonly most: number; readonly now: () => Date }): ShortCache<T> {
  const entries = new Map<string, { readonly value: Promise<T>; until: number }>();
  const peek = (key: string): Promise<T> | undefined => {
    const found = entries.get(key);
    return found && options.now().getTime() < found.until ? found.value : undefined;
  };
  return {
    peek,
    get(key, make) {
      const found = peek(key);
      if (found) return found;
      const value = make();
      const entry = { value, until: Infinity };
      entries.delete(key);
      entries.set(key, entry);
      const [oldest] = entries.keys();
      if (entries.size > options.most && oldest !== undefined) entries.delete(oldest);
      value.then(
        () => {
          entry.until = options.now().getTime() + options.keepMs;
          if (options.keepMs === 0 && entries.get(key) === entry) entries.delete(key);
        },
        () => {
          if (entries.get(key) === entry) entries.delete(key);
        },
      );
      return value;
    },
    clear: () => entries.clear(),
  };
}

/** Waits until the signal aborts at the latest; the work goes on for other callers. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}
