import { setTimeout as sleep } from 'node:timers/promises';
import { IntegrationError } from '@lectern/plugin-api';
import type { HttpResponse } from '@lectern/plugin-api';

/** Longer waits are the caller's to make. */
const LONGEST_WAIT_MS = 5_000;

/** Waits between messages of one webhook. */
export interface RateLimit {
  /**
   * Waits until Discord takes messages again.
   *
   * @throws IntegrationError RATE_LIMITED when that is too long to wait for, ABORTED when `signal` fires
   */
  clear(signal: AbortSignal): Promise<void>;
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

/** @param wait replaces the timer in tests */
export function createRateLimit(now: () => number, stopped: AbortSignal, wait = defaultWait): RateLimit {
  let blockedUntil = 0;
  return {
    async clear(signal) {
      const ms = blockedUntil - now();
      if (ms <= 0) return;
      if (ms > LONGEST_WAIT_MS) throw limited(ms);
      await wait(ms, AbortSignal.any([signal, stopped]));
    },
    observe(response) {
      const resetMs = secondsToMs(response.headers['x-ratelimit-reset-after']);
      if (response.headers['x-ratelimit-remaining'] === '0' && resetMs !== undefined) this.block(resetMs);
    },
    block(ms) {
      blockedUntil = Math.max(blockedUntil, now() + ms);
    },
  };
}

async function defaultWait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    throw new IntegrationError('INTEGRATION_ABORTED', 'Waiting for Discord was cancelled.', { cause: error });
  }
}
