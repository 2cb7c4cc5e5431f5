import { networkFault } from '../../platform/http-client/fault-mapping.js';

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

/** A failed transfer. The message is a sentence for people and names only hosts, never whole addresses. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  constructor(
    readonly code: TransferCode,
    message: string,
    /** Whether the same transfer may succeed later. */
    readonly isPassing: boolean,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

/** Turns any error of a transfer into a {@link TransferError}. */
export function toTransferError(error: unknown, url: URL): TransferError {
  if (error instanceof TransferError) return error;
  const { code } = error as { code?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT') return new TransferError('disk_full', 'The disk is full.', true);
  if (code === 'ETIMEDOUT') return new TransferError('unavailable', `${url.host} did not answer in time.`, true);
  const fault = networkFault(error, url, (text) => text);
  if (fault.error.code === 'INTEGRATION_MISCONFIGURED') return new TransferError('forbidden_place', fault.error.message, false);
  if (fault.error.code === 'INTEGRATION_BAD_RESPONSE') return new TransferError('refused', fault.error.message, false);
  return new TransferError('broken_off', `${fault.error.message}.`, true);
}
