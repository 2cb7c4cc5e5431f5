const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a `Retry-After` header (RFC 9110 §10.2.3): whole seconds, or an HTTP date.
 *
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait, between 0 and a day; `undefined` when absent or unreadable
 * @since 1.9.0
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  if (Number.isNaN(ms)) return undefined;
  return Math.min(Math.max(Math.round(ms), 0), LONGEST_MS);
}
