import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { hashToken } from '../security/token-hash.js';
import { ApiError } from './problem.js';
import type { RateStore } from './rate-store.js';
import { sentence } from '../words/index.js';

/** Allows `points` calls in `seconds`. */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
}

/** The rest of a limit. */
export interface RateState {
  /** Calls in a window. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window starts again. */
  readonly resetSeconds: number;
}

/** All limits, by bucket. */
export const RATE_LIMITS = {
  'sign-in': { points: 10, seconds: 900 },
  // more than one address can use up, so that failing in somebody's name cannot lock that person out
  'sign-in-account': { points: 50, seconds: 900 },
  'password-check': { points: 10, seconds: 900 },
  'token-sign-in': { points: 10, seconds: 900 },
  // each message is opened, then decided
  'decision-link': { points: 40, seconds: 900 },
  'sign-in-finish': { points: 120, seconds: 900 },
  registration: { points: 5, seconds: 3600 },
  refresh: { points: 120, seconds: 900 },
  setup: { points: 20, seconds: 900 },
  'api-token': { points: 120, seconds: 60 },
  'token-create': { points: 10, seconds: 60 },
  // each may walk a listing of the catalogue from end to end; every page of a series asks for one
  'follow-preview': { points: 60, seconds: 60 },
  // each may ask all indexers and tell all admins
  'new-request': { points: 60, seconds: 3600 },
  // each is for many books
  'request-batch': { points: 20, seconds: 3600 },
  // each may ask all indexers, or hand something to a download client
  'request-search': { points: 120, seconds: 3600 },
  // each asks all indexers, which count what they are asked
  'search-preview': { points: 10, seconds: 300 },
  // each may keep a file
  'own-release': { points: 30, seconds: 3600 },
  // each keeps space free for its files
  upload: { points: 60, seconds: 3600 },
  // each may read a list of the catalogue to its end, in several regions
  'catalogue-walk': { points: 60, seconds: 60 },
  // each notifies all admins
  'report-answer': { points: 30, seconds: 3600 },
  'download-link': { points: 60, seconds: 60 },
  calendar: { points: 60, seconds: 60 },
  // each may reach push services
  'web-push': { points: 30, seconds: 3600 },
  // a browser does it once in months
  'push-renewal': { points: 30, seconds: 3600 },
  // each reaches a mail server, push services or a target of the person
  'notification-test': { points: 30, seconds: 3600 },
  'file-download': { points: 120, seconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateBucket = keyof typeof RATE_LIMITS;

/** Limits of what others pay for, with searches and messages. Admins decide for everybody, often in rows, and are not limited by them. */
const MEMBERS_ONLY: ReadonlySet<RateBucket> = new Set<RateBucket>(['new-request', 'request-batch', 'request-search']);

/** Whether a limit for each caller counts the calls of admins as well. */
export function limitsAdmins(bucket: RateBucket): boolean {
  return !MEMBERS_ONLY.has(bucket);
}

/** Counts calls by bucket and key. Keys are hashed, because some of them are what somebody typed. */
export interface RateLimiter {
  /** @throws ApiError 429 with `Retry-After` and `RateLimit-*` once the bucket is empty */
  take(bucket: RateBucket, key: string): Promise<RateState>;
  /** Undoes one {@link RateLimiter.take}, for example after a sign-in that succeeded. */
  giveBack(bucket: RateBucket, key: string): Promise<void>;
  /** Forgets a key. */
  reset(bucket: RateBucket, key: string): Promise<void>;
}

export interface RateLimiterOptions {
  readonly limits?: Readonly<Record<RateBucket, RateLimit>>;
  /** The counts that all processes share. When absent, this process counts alone. */
  readonly store?: RateStore;
}

/** The headers of a limited answer. */
export function rateHeaders({ limit, remaining, resetSeconds }: RateState): Record<string, string> {
  return { 'ratelimit-limit': String(limit), 'ratelimit-remaining': String(remaining), 'ratelimit-reset': String(resetSeconds) };
}

function createBucket(name: string, { points, seconds }: RateLimit, store: RateStore | undefined): RateLimiterAbstract {
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  if (!store) return memory;
  return new RateLimiterPostgres({
    storeClient: store.client,
    storeType: 'client',
    tableName: store.table,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    // a caller over the limit is refused without asking the database each time
    inMemoryBlockOnConsumed: points + 1,
    // while the database does not answer, each process counts alone
    insuranceLimiter: memory,
  });
}

/** The one limiter of the server. */
export function createRateLimiter({ limits = RATE_LIMITS, store }: RateLimiterOptions = {}): RateLimiter {
  const buckets = new Map(Object.entries(limits).map(([name, limit]) => [name, createBucket(name, limit, store)]));

  function bucketOf(bucket: RateBucket): RateLimiterAbstract {
    const found = buckets.get(bucket);
    if (!found) throw new Error(`There is no limit with the name ${bucket}.`);
    return found;
  }

  function stateOf(bucket: RateBucket, { remainingPoints, msBeforeNext }: RateLimiterRes): RateState {
    const limit = limits[bucket].points;
    return { limit, remaining: Math.min(limit, remainingPoints), resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
  }

  return {
    async take(bucket, key) {
      try {
        return stateOf(bucket, await bucketOf(bucket).consume(hashToken(key)));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const state = { ...stateOf(bucket, refusal), remaining: 0 };
        const seconds = state.resetSeconds;
        throw new ApiError('rate_limited', sentence('problem.too_many_attempts', { seconds }), {
          members: { retryAfterSeconds: seconds },
          headers: { 'retry-after': String(seconds), ...rateHeaders(state) },
        });
      }
    },
    async giveBack(bucket, key) {
      await bucketOf(bucket).reward(hashToken(key));
    },
    async reset(bucket, key) {
      await bucketOf(bucket).delete(hashToken(key));
    },
  };
}
