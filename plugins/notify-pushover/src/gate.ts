import type { IntegrationError, PluginLogger } from '@lectern/plugin-api';
import { fault } from './fault.js';
import type { Quota } from './schema.js';

/** Pushover requires this pause between a 5xx answer and the next request. */
export const AFTER_FAULT_MS = 5_000;

/** The part of the limit that is reserved for errors, rounded up. */
const RESERVE = 0.01;

/** Below this the admin is warned. */
const WARN_BELOW = 0.1;

/** Decides whether a message may be sent now. */
export interface Gate {
  /** @throws IntegrationError RATE_LIMITED until the quota restarts, UNAVAILABLE for the rest of a pause */
  pass(isUrgent: boolean): void;
  /** Learns from an answer how much of the monthly limit is left. */
  observe(quota: Quota): void;
  /** Call it after a 429. @param ms how long nothing is sent */
  block(ms: number): void;
  /** Call it after a fault of the service. */
  fault(): void;
  quota(): Quota | undefined;
}

type Limit = 'limit_used_up' | 'limit_almost_used_up' | 'no_messages_now';

/** Makes the error for a limit. */
export function limited(key: Limit, retryAfterMs: number): IntegrationError {
  return fault('INTEGRATION_RATE_LIMITED', key, { retryAfterMs });
}

/** How many messages of a quota only errors may use. */
function reserveOf({ limit }: Quota): number {
  return Math.ceil(limit * RESERVE);
}

/** Whether so little is left that the admin should know. */
export function isLow({ limit, remaining }: Quota): boolean {
  return remaining <= limit * WARN_BELOW;
}

export function createGate(now: () => number, log: PluginLogger): Gate {
  let quota: Quota | undefined;
  let blockedUntil = 0;
  let faultUntil = 0;
  let warnedOf = 0;
  return {
    pass(isUrgent) {
      const present = now();
      if (blockedUntil > present) throw limited('no_messages_now', blockedUntil - present);
      if (faultUntil > present) {
        throw fault('INTEGRATION_UNAVAILABLE', 'failed_just_now', { retryAfterMs: faultUntil - present });
      }
      if (!quota || quota.resetAt <= present) return;
      if (quota.remaining <= (isUrgent ? 0 : reserveOf(quota))) {
        throw limited('limit_almost_used_up', quota.resetAt - present);
      }
    },
    observe(next) {
      quota = next;
      if (!isLow(next) || warnedOf === next.resetAt) return;
      warnedOf = next.resetAt;
      const { limit, remaining } = next;
      log.warn('the monthly message limit of the Pushover application is nearly used up', { limit, remaining });
    },
    block(ms) {
      blockedUntil = Math.max(blockedUntil, now() + ms);
    },
    fault() {
      faultUntil = now() + AFTER_FAULT_MS;
    },
    quota: () => quota,
  };
}
