/** Remembers since when a job has not moved; a restart may forget it. */
export interface StallWatch {
  /** Milliseconds the job has had this number of bytes left. */
  idleMs(id: string, bytesLeft: number): number;
}

interface Seen {
  readonly bytesLeft: number;
  readonly since: number;
  readonly last: number;
}

const FORGET_AFTER_MS = 3_600_000;

export function createStallWatch(now: () => number): StallWatch {
  const seen = new Map<string, Seen>();
  return {
    idleMs(id, bytesLeft) {
      const at = now();
      for (const [key, { last }] of seen) if (at - last > FORGET_AFTER_MS) seen.delete(key);
      const before = seen.get(id);
      const since = before?.bytesLeft === bytesLeft ? before.since : at;
      seen.set(id, { bytesLeft, since, last: at });
      return at - since;
    },
  };
}
