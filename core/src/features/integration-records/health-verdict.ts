import type { ProviderKind } from '@lectern/plugin-api';
import type { InstanceInfo, InstanceState } from '../../plugin-host/index.js';
import type { Said } from '../../platform/words/index.js';

/**
 * How an integration was seen last. It is its state or, while it runs, what its checks, calls and hooks came to: `unchecked` before the
 * first of them, and `degraded` while calls are paused although its last check went well.
 */
export const HEALTH_VERDICTS = [
  'answers',
  'unchecked',
  'checkFailed',
  'callFailed',
  'hookFailed',
  'incompatible',
  'disabled',
  'unconfigured',
  'starting',
  'degraded',
  'failed',
  'quarantined',
  'stopped',
] as const satisfies readonly (Exclude<InstanceState, 'running'> | `${'check' | 'call' | 'hook'}Failed` | 'answers' | 'unchecked')[];

export type HealthVerdict = (typeof HEALTH_VERDICTS)[number];

/** What is known of all integrations of a kind: `silent` if none of them works, `unchecked` if none is known to work and one may. */
export const KIND_STANDINGS = ['none', 'unchecked', 'answers', 'silent'] as const;

export type KindStanding = (typeof KIND_STANDINGS)[number];

/** Verdicts of which nobody knows yet whether the service will answer. */
const OPEN: ReadonlySet<HealthVerdict> = new Set(['unchecked', 'starting']);

/** The one judgment that everything which speaks of an integration's health takes its words from. */
export function verdictOf({ state, lastCheck, lastCall, lastHook }: InstanceInfo): HealthVerdict {
  if (state !== 'running' && state !== 'degraded') return state;
  // paused calls are a separate fact, and no reason to hide the result of the check
  if (lastCheck?.ok === false) return 'checkFailed';
  if (state === 'degraded') return state;
  if (lastHook?.ok === false) return 'hookFailed';
  if (lastCall?.ok === false && lastCall.at >= (lastCheck?.at ?? 0)) return 'callFailed';
  return lastCheck || lastCall ? 'answers' : 'unchecked';
}

/** What is wrong, and since when in milliseconds; nothing while nothing is known to be. */
export function faultOf(info: InstanceInfo): { readonly message: Said; readonly since: number } | undefined {
  const { lastCheck, lastCall, lastHook, lastError } = info;
  switch (verdictOf(info)) {
    case 'answers':
    case 'unchecked':
    case 'disabled':
    case 'stopped':
      return undefined;
    case 'checkFailed':
      return lastCheck?.error ? { message: lastCheck.error.message, since: lastCheck.since } : undefined;
    case 'callFailed':
      return lastError && { message: lastError.message, since: lastCall?.since ?? lastError.at };
    case 'hookFailed':
      return lastError && { message: lastError.message, since: lastHook?.since ?? lastError.at };
    default:
      return lastError && { message: lastError.message, since: lastError.at };
  }
}

/** Sums up the verdicts of the enabled integrations of one kind. */
export function standingOf(verdicts: readonly HealthVerdict[]): KindStanding {
  if (verdicts.length === 0) return 'none';
  if (verdicts.includes('answers')) return 'answers';
  return verdicts.some((verdict) => OPEN.has(verdict)) ? 'unchecked' : 'silent';
}

export type KindStandings = Partial<Readonly<Record<ProviderKind, KindStanding>>>;
