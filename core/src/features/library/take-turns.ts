/** Makes work with the same key run one at a time in this process. */
export interface Turns {
  isTaken(key: string): boolean;
  /** Runs after all earlier work with the key has ended, in any way. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    isTaken: (key) => last.has(key),
    run(key, work) {
      const mine = (last.get(key) ?? Promise.resolve()).then(work);
      const over = mine.then(
        () => undefined,
        () => undefined,
      );
      last.set(key, over);
      void over.then(() => {
        if (last.get(key) === over) last.delete(key);
      });
      return mine;
    },
  };
}
