import parseRange from 'range-parser';
import { ApiError } from './problem.js';
import { sentence } from '../words/index.js';

/** The part that a client requests. */
export interface RangeHeaders {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/** First and last byte, both included. */
export interface BytePart {
  readonly start: number;
  readonly end: number;
}

/**
 * One part of a file, or all of it. A request for several parts gets all of it, as RFC 9110 allows.
 *
 * @param size in bytes
 * @throws ApiError 416 `range_not_satisfiable`
 */
export function partOf({ range, ifRange }: RangeHeaders, size: number, etag: string): BytePart | 'all' {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'all';
  const parts = parseRange(size, range);
  if (parts === -1) {
    throw new ApiError('range_not_satisfiable', sentence('problem.range_not_satisfiable', { bytes: size }), {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  const [part] = parts === -2 || parts.type !== 'bytes' || parts.length !== 1 ? [] : parts;
  return part ?? 'all';
}
