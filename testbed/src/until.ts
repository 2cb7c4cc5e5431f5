import { setTimeout as sleep } from 'node:timers/promises';

export interface UntilOptions {
  /** Default 200,000, which a busy machine does not reach: tests keep to it. */
  readonly timeoutMs?: number;
  /** Default 200. */
  readonly everyMs?: number;
  /** The name of the awaited condition, for the error. */
  readonly what?: string;
}

/** Calls `probe` until it answers something truthy, and returns that. Throws after the time is up. */
export async function until<T>(probe: () => T | Promise<T>, options: UntilOptions = {}): Promise<NonNullable<T>> {
  const { timeoutMs = 200_000, everyMs = 200, what = 'a condition' } = options;
  const end = Date.now() + timeoutMs;
  let last: unknown;
  while (Date.now() < end) {
    try {
      const value = await probe();
      if (value) return value;
    } catch (error) {
      last = error;
    }
    await sleep(everyMs);
  }
  throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`, { cause: last });
}
