import { networkFault } from '../../platform/http-client/fault-mapping.js';
import { asWhole, inEnglish, saidOf, sentence, type Said } from '../../platform/words/index.js';

/** The reason why a transfer failed. */
export type TransferCode =
  | 'refused'
  | 'gone'
  | 'not_a_file'
  | 'checksum'
  | 'size'
  | 'too_large'
  | 'forbidden_place'
  | 'unavailable'
  | 'busy'
  | 'broken_off'
  | 'too_slow'
  | 'disk_full';

/** A failed transfer. Its sentence is for people and names only hosts, never whole addresses. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  constructor(
    readonly code: TransferCode,
    readonly said: Said,
    /** Whether the same transfer may succeed later. */
    readonly isPassing: boolean,
    readonly retryAfterMs?: number,
  ) {
    super(inEnglish(said));
  }
}

/** Turns any error of a transfer into a {@link TransferError}. */
export function toTransferError(error: unknown, url: URL): TransferError {
  if (error instanceof TransferError) return error;
  const { code } = error as { code?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT') return new TransferError('disk_full', sentence('transfer.disk_full'), true);
  if (code === 'ETIMEDOUT') return new TransferError('unavailable', sentence('transfer.silent', { host: url.host }), true);
  const fault = networkFault(error, url, (text) => text);
  const said = asWhole(saidOf(fault.error));
  if (fault.error.code === 'INTEGRATION_MISCONFIGURED') return new TransferError('forbidden_place', said, false);
  if (fault.error.code === 'INTEGRATION_BAD_RESPONSE') return new TransferError('refused', said, false);
  return new TransferError('broken_off', said, true);
}
