import type { HttpResponse } from '@lectern/plugin-api';
import { fault } from './fault.js';

/** Keeps to the limits that the service announces with each answer. */
export interface RateLimit {
  /** @throws IntegrationError RATE_LIMITED while nothing is left */
  assertFree(): void;
  observe(response: HttpResponse): void;
}

const POLICY = /r=(\d+);\s*t=(\d+)/g;

/** @param now milliseconds since the epoch */
export function createRateLimit(now: () => number): RateLimit {
  let freeAt = 0;

  return {
    assertFree() {
      const wait = freeAt - now();
      if (wait > 0) {
        throw fault('INTEGRATION_RATE_LIMITED', 'rate_limited', { retryAfterMs: wait });
      }
    },
    observe({ headers }) {
      // `"Free";r=8;t=42, "daily";r=4231;t=51234`: requests left, and seconds until all are available again
      for (const [, left, seconds] of (headers.ratelimit ?? '').matchAll(POLICY)) {
        if (left === '0') freeAt = Math.max(freeAt, now() + Number(seconds) * 1000);
      }
    },
  };
}
