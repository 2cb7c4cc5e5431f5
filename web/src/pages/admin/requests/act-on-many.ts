/** The progress of a bulk action. */
export interface BulkProgress {
  done: number;
  total: number;
}

/** Few enough to leave the server time for everybody else. */
const SIDE_BY_SIDE = 4;

/** Performs one action on many items, a few at a time. @returns how many failed */
export async function actOnMany<T>(
  targets: readonly T[],
  act: (target: T) => Promise<unknown>,
  onProgress: (progress: BulkProgress) => void = () => undefined,
): Promise<number> {
  const waiting = [...targets];
  let failed = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await act(next).catch(() => (failed += 1));
      done += 1;
      onProgress({ done, total: targets.length });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return failed;
}
