/** Remembers a bounded number of answers for a while; the oldest goes first. */
export interface TtlCache<T> {
  /** The remembered answer, or what `load` gives. Failures are not remembered. */
  get(key: string, load: () => Promise<T>): Promise<T>;
}

/** @param ttlMs how long an answer counts, milliseconds */
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
