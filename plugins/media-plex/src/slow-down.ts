import type { IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';

const FIRST_MS = 30_000;
const LONGEST_MS = 600_000;

/** Keeps us from calling a service that has asked for a pause. */
export interface SlowDown {
  /** @throws `RATE_LIMITED` while the pause lasts */
  check(): void;
  /** Begins a pause: as long as the service says, or else 30 s, doubling each time up to 10 minutes. */
  hit(error: IntegrationError): IntegrationError;
  clear(): void;
}

export function createSlowDown(now: () => number): SlowDown {
  let until = 0;
  let nextMs = FIRST_MS;

  function limited(waitMs: number, cause?: unknown): IntegrationError {
    return fault('INTEGRATION_RATE_LIMITED', 'plex_tv_wait', {
      cause,
      retryAfterMs: waitMs,
    });
  }

  return {
    check() {
      if (until > now()) throw limited(until - now());
    },
    hit(error) {
      const waitMs = error.retryAfterMs ?? nextMs;
      nextMs = Math.min(LONGEST_MS, nextMs * 2);
      until = now() + waitMs;
      return limited(waitMs, error);
    },
    clear() {
      until = 0;
      nextMs = FIRST_MS;
    },
  };
}
