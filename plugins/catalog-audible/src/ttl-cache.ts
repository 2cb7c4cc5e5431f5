/** Caches a bounded number of answers for a while. The oldest is dropped first. */
export interface TtlCache<T> {
  /** The cached answer, or the result of `load`. Failures are not cached. */
  get(key: string, load: () => Promise<T>): Promise<T>;
}

/** @param ttlMs how long an answer is valid, milliseconds */
export function createTtlCache<T>(now: () => number, ttlMs: number, maxEntries: number): TtlCache<T> {
  const entries = new Map<string, { readonly value: T; readonly until: number }>();
  return {
    async get(key, load) {
      const known = entries.get(key);
      if (known && known.until > now()) return known.value;
      const value = await load();
      entries.delete(key);
      entries.set(key, { value, until: now() + ttlMs });
      const oldest = entries.keys().next();
      if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value);
      return value;
    },
  };
}
