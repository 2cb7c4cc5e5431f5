import { IntegrationError } from '@lectern/plugin-api';
import type { HttpResponse } from '@lectern/plugin-api';

/** What one webhook was told of its limits. It never waits: a message that is not yet begun can be put off safely, also by a restart. */
export interface RateLimit {
  /** @throws IntegrationError RATE_LIMITED with the exact time while Discord takes no messages */
  pass(): void;
  /** Learns from the headers of an answer. */
  observe(response: HttpResponse): void;
  /** Learns from a refusal. @param ms how long to wait */
  block(ms: number): void;
}

/** @returns milliseconds, rounded up, or `undefined` when the text is no number of seconds */
export function secondsToMs(text: string | number | undefined): number | undefined {
  const seconds = Number(text);
  return text === undefined || text === '' || !Number.isFinite(seconds) || seconds < 0 ? undefined : Math.ceil(seconds * 1000);
}

/** Makes the error for a limit. */
export function limited(retryAfterMs: number): IntegrationError {
  return new IntegrationError('INTEGRATION_RATE_LIMITED', 'Discord takes no more messages for the moment.', { retryAfterMs });
}

export function createRateLimit(now: () => number): RateLimit {
  let blockedUntil = 0;

  function block(ms: number): void {
    blockedUntil = Math.max(blockedUntil, now() + ms);
  }

  return {
    block,
    pass() {
      const ms = blockedUntil - now();
      if (ms > 0) throw limited(ms);
    },
    observe({ headers }) {
      const resetMs = secondsToMs(headers['x-ratelimit-reset-after']);
      if (headers['x-ratelimit-remaining'] === '0' && resetMs !== undefined) block(resetMs);
    },
  };
}
