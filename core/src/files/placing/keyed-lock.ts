/** Runs the tasks of each key one at a time, in call order, within this process. */
export interface KeyedLock {
  /** Whether a task of the key runs or waits. */
  isTaken(key: string): boolean;
  /** @throws the signal's reason if it fires while waiting */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<void>>();

  return {
    isTaken: (key) => tails.has(key),
    async run(key, signal, work) {
      signal.throwIfAborted();
      const before = tails.get(key) ?? Promise.resolve();
      let release = (): void => undefined;
      const mine = new Promise<void>((resolve) => {
        release = resolve;
      });
      const tail = before.then(() => mine);
      tails.set(key, tail);
      const forget = (): void => {
        if (tails.get(key) === tail) tails.delete(key);
      };
      let hasTurn = false;
      try {
        await aborted(before, signal);
        hasTurn = true;
        return await work();
      } finally {
        release();
        // whoever gives up waiting leaves the lock to the task that has it
        if (hasTurn) forget();
        else void before.then(forget);
      }
    },
  };
}

function aborted(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void wait.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}
