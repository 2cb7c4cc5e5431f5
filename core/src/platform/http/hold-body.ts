import type { Context, Next } from 'koa';
import { ApiError } from './problem.js';
import { sentence } from '../words/index.js';

/** Bodies of one person that a route reads at once. Pages send one after another. */
const MOST_AT_ONCE = 4;

/**
 * Counts bodies that are files for as long as they are read and dealt with, because each of them is in memory as a whole. One too many of
 * a person is refused before it is read.
 *
 * @returns a step after the one that says who calls; it throws ApiError 429 `rate_limited`
 */
export function holdBody(): (ctx: Context, next: Next) => Promise<void> {
  const held = new Map<string, number>();
  return async (ctx, next) => {
    const key = (ctx.state as { caller?: { userId: string } }).caller?.userId ?? '';
    const others = held.get(key) ?? 0;
    if (others >= MOST_AT_ONCE) {
      const headers = { 'Retry-After': '1' };
      throw new ApiError('rate_limited', sentence('problem.too_many_files_at_once', { most: MOST_AT_ONCE }), { headers });
    }
    held.set(key, others + 1);
    try {
      await next();
    } finally {
      const left = (held.get(key) ?? 1) - 1;
      if (left > 0) held.set(key, left);
      else held.delete(key);
    }
  };
}
