import type { Said } from '../platform/words/index.js';

export type InstanceState =
  'incompatible' | 'disabled' | 'unconfigured' | 'starting' | 'running' | 'degraded' | 'failed' | 'quarantined' | 'stopped';

/** The outcome of a check. Times are milliseconds since the epoch. */
export interface CheckOutcome {
  readonly ok: boolean;
  readonly at: number;
  /** When the first of consecutive checks with this outcome was made. */
  readonly since: number;
  readonly version?: string;
  readonly details?: readonly Said[];
  /** Present when the check failed. */
  readonly error?: { readonly code: string; readonly message: Said; readonly field?: string };
}

/** How the last call of a provider, or the last hook, went. Times are milliseconds since the epoch. */
export interface CallOutcome {
  readonly ok: boolean;
  readonly at: number;
  /** When the first of consecutive calls with this outcome was made. */
  readonly since: number;
}

/** The state of an integration. Times are milliseconds since the epoch. */
export interface InstanceInfo {
  readonly integrationId: string;
  readonly pluginId: string;
  readonly name: string;
  readonly state: InstanceState;
  readonly since: number;
  readonly lastError?: { readonly code: string; readonly message: Said; readonly at: number; readonly field?: string };
  /** The last check of its current settings. */
  readonly lastCheck?: CheckOutcome;
  /** The last call with its current settings; checks are none. */
  readonly lastCall?: CallOutcome;
  /** The last hook that was handed to it, with its current settings. */
  readonly lastHook?: CallOutcome;
}

/** How long plugins may take, in milliseconds. */
export interface Limits {
  readonly importMs: number;
  readonly startMs: number;
  readonly stopMs: number;
  readonly callMs: number;
  readonly hookMs: number;
  /** The pause before retrying a start that failed for a temporary reason. It doubles each time. */
  readonly startRetryMs: number;
  readonly longestStartRetryMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  importMs: 10_000,
  startMs: 10_000,
  stopMs: 10_000,
  callMs: 30_000,
  hookMs: 10_000,
  startRetryMs: 30_000,
  longestStartRetryMs: 600_000,
};
