export type InstanceState =
  'incompatible' | 'disabled' | 'unconfigured' | 'starting' | 'running' | 'degraded' | 'failed' | 'quarantined' | 'stopped';

/** What a check of an integration found. Times are milliseconds since the epoch. */
export interface CheckOutcome {
  readonly ok: boolean;
  readonly at: number;
  /** When the first of an unbroken row of checks with this outcome was made. */
  readonly since: number;
  readonly version?: string;
  readonly details?: readonly string[];
  /** Present when the check failed. */
  readonly error?: { readonly code: string; readonly message: string; readonly field?: string };
}

/** How an integration is. Times are milliseconds since the epoch. */
export interface InstanceInfo {
  readonly integrationId: string;
  readonly pluginId: string;
  readonly name: string;
  readonly state: InstanceState;
  readonly since: number;
  readonly lastError?: { readonly code: string; readonly message: string; readonly at: number; readonly field?: string };
  /** The last check of the settings it is running with. */
  readonly lastCheck?: CheckOutcome;
}

/** Bounds of what plugins may take, milliseconds. */
export interface Limits {
  readonly importMs: number;
  readonly startMs: number;
  readonly stopMs: number;
  readonly callMs: number;
  readonly hookMs: number;
  /** Pause before a start that failed for a passing reason is repeated; doubles each time. */
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
