import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from './problem.js';

/** `points` calls in `seconds`. */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
}

/** The limits of the domain, by bucket. */
export const RATE_LIMITS = {
  'sign-in': { points: 10, seconds: 900 },
  'sign-in-account': { points: 10, seconds: 900 },
  'token-sign-in': { points: 10, seconds: 900 },
  'sign-in-finish': { points: 120, seconds: 900 },
  registration: { points: 5, seconds: 3600 },
  refresh: { points: 120, seconds: 900 },
  setup: { points: 20, seconds: 900 },
  'api-token': { points: 120, seconds: 60 },
  'token-create': { points: 10, seconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type RateBucket = keyof typeof RATE_LIMITS;

/** Counts calls by bucket and key. */
export interface RateLimiter {
  /** @throws ApiError 429 with `Retry-After` and `RateLimit-*` once the bucket is empty */
  take(bucket: RateBucket, key: string): Promise<void>;
  /** Forgets a key, e.g. after a successful sign-in. */
  reset(bucket: RateBucket, key: string): Promise<void>;
}

/** One limiter for the whole process. */
export function createRateLimiter(limits: Readonly<Record<RateBucket, RateLimit>> = RATE_LIMITS): RateLimiter {
  const buckets = new Map(
    Object.entries(limits).map(([name, limit]) => [name, new RateLimiterMemory({ points: limit.points, duration: limit.seconds })]),
  );
  return {
    async take(bucket, key) {
      try {
        await buckets.get(bucket)?.consume(key);
      } catch (refusal) {
        const seconds = Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000));
        throw new ApiError(429, 'rate_limited', `Too many attempts. Try again in ${seconds} s.`, {
          members: { retryAfterSeconds: seconds },
          headers: {
            'retry-after': String(seconds),
            'ratelimit-limit': String(limits[bucket].points),
            'ratelimit-remaining': '0',
            'ratelimit-reset': String(seconds),
          },
        });
      }
    },
    async reset(bucket, key) {
      await buckets.get(bucket)?.delete(key);
    },
  };
}
