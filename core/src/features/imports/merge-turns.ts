/** When imports that wait until others are merged look again: soon at first, and later the longer they have waited. */
export interface MergeTurns {
  /** @returns milliseconds until the import looks again */
  wait(requestId: string): number;
  /** The import waits no more. */
  over(requestId: string): void;
}

const FIRST_MS = 15_000;
const LONGEST_MS = 5 * 60_000;
/** So the wait of nobody is prolonged by more than this part of it. */
const PART = 1 / 4;

/** @param now in milliseconds, as people who wait count them */
export function createMergeTurns(now: () => number): MergeTurns {
  const since = new Map<string, number>();
  return {
    wait(requestId) {
      const begun = since.get(requestId) ?? now();
      since.set(requestId, begun);
      return Math.min(LONGEST_MS, Math.max(FIRST_MS, (now() - begun) * PART));
    },
    over: (requestId) => void since.delete(requestId),
  };
}
