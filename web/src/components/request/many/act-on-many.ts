/** The progress of a bulk action. */
export interface BulkProgress {
  done: number;
  total: number;
}

/** What became of a bulk action. */
export interface BulkOutcome<T> {
  readonly failed: readonly { readonly target: T; readonly error: unknown }[];
  /** Those that nothing was done to, because somebody stopped it. */
  readonly left: readonly T[];
}

interface BulkOptions {
  readonly onProgress?: (progress: BulkProgress) => void;
  /** Ends it after what is under way. */
  readonly signal?: AbortSignal;
}

/** Few enough to leave the server time for everybody else. */
const SIDE_BY_SIDE = 4;

/** Performs one action on many items, a few at a time, and goes on after a failure. */
export async function actOnMany<T>(
  targets: readonly T[],
  act: (target: T) => Promise<unknown>,
  { onProgress, signal }: BulkOptions = {},
): Promise<BulkOutcome<T>> {
  const left = [...targets];
  const failed: { target: T; error: unknown }[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    while (left.length > 0 && signal?.aborted !== true) {
      const [target] = left.splice(0, 1) as [T];
      await act(target).catch((error: unknown) => failed.push({ target, error }));
      done += 1;
      onProgress?.({ done, total: targets.length });
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return { failed, left };
}
