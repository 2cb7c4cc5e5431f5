import type { HttpResponse, IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';

/** The known limits of one webhook. It never waits: a message that has not begun can safely be postponed, even by a restart. */
export interface RateLimit {
  /** @throws IntegrationError RATE_LIMITED with the exact time while Discord accepts no messages */
  pass(): void;
  /** Learns from the headers of an answer. */
  observe(response: HttpResponse): void;
  /** Learns from a refusal. @param ms how long to wait */
  block(ms: number): void;
}

/** @returns milliseconds, rounded up, or `undefined` if the text is not a number of seconds */
export function secondsToMs(text: string | number | undefined): number | undefined {
  const seconds = Number(text);
  return text === undefined || text === '' || !Number.isFinite(seconds) || seconds < 0 ? undefined : Math.ceil(seconds * 1000);
}

/** Makes the error for a limit. */
export function limited(retryAfterMs: number): IntegrationError {
  return fault('INTEGRATION_RATE_LIMITED', 'rate_limited', { retryAfterMs });
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
