import { parseRetryAfter } from '@lectern/plugin-api';
import type { IncomingHttpHeaders } from 'node:http';
import { sentence } from '../../platform/words/index.js';
import { TransferError } from './transfer-error.js';

/** The meaning of an answer to a (ranged) request for a file. */
export type AnswerVerdict =
  /** The body continues at the requested offset. */
  | { readonly kind: 'continue'; readonly total?: number }
  /** The body is the whole file, whatever we already have. */
  | { readonly kind: 'whole'; readonly total?: number }
  /** We already have everything. */
  | { readonly kind: 'complete' }
  /** Our part does not match: start over. */
  | { readonly kind: 'restart' };

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * Judges status and headers. Pure.
 *
 * @param offset number of bytes we already have, which the request left out
 * @throws TransferError
 */
export function judgeAnswer(status: number, headers: IncomingHttpHeaders, offset: number, host: string, now: number): AnswerVerdict {
  const total = numberOf(headers['content-length']);
  if (status === 200) return { kind: 'whole', total };
  if (status === 206) {
    const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
    if (!range || Number(range[1]) !== offset) return { kind: 'restart' };
    return { kind: 'continue', total: numberOf(range[3]) };
  }
  if (status === 416) {
    const size = numberOf(/^bytes \*\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1]);
    return size !== undefined && size === offset ? { kind: 'complete' } : { kind: 'restart' };
  }
  const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
  if (status === 429 || status === 503) {
    throw new TransferError('busy', sentence('transfer.busy', { host, status: String(status) }), true, retryAfterMs);
  }
  if (status >= 500 || status === 408)
    throw new TransferError('unavailable', sentence('transfer.failing', { host, status: String(status) }), true, retryAfterMs);
  if (status === 404 || status === 410) throw new TransferError('gone', sentence('transfer.gone', { host, status: String(status) }), false);
  throw new TransferError('refused', sentence('transfer.refused', { host, status: String(status) }), false);
}

/** The entity tag or date by which a server recognizes the same file; weak tags prove nothing for parts (RFC 9110 §13.1.5). */
export function validatorOf(headers: IncomingHttpHeaders): string | undefined {
  const { etag } = headers;
  if (etag !== undefined && /^"[^"]*"$/.test(etag)) return etag;
  return headers['last-modified'];
}
