import { ECDH } from 'node:crypto';
import { ApiError } from '../../platform/http/problem.js';
import type { Subscription } from './device-store.js';

function refuse(path: string, message: string): never {
  throw new ApiError('invalid_request', message, { errors: [{ path, message }] });
}

function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1', undefined, undefined, 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

/**
 * Looks at what a browser says of itself, as far as patterns cannot. Whether the host may be reached is decided when it is.
 *
 * @throws ApiError 400 `invalid_request`
 */
export function checkSubscription({ endpoint, keys }: Subscription): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'https:') refuse('/endpoint', 'The endpoint is not an https:// address.');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    refuse('/endpoint', 'The endpoint has parts that no push service gives out.');
  if (!isPoint(keys.p256dh)) refuse('/keys/p256dh', 'The key p256dh is not a point of the curve P-256.');
}
