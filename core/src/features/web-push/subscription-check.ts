import { ECDH } from 'node:crypto';
import { ApiError } from '../../platform/http/problem.js';
import type { Subscription } from './device-store.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

function refuse(path: string, message: Sentence): never {
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
  if (url?.protocol !== 'https:') refuse('/endpoint', sentence('problem.push_not_https'));
  if (url.username !== '' || url.password !== '' || url.hash !== '') refuse('/endpoint', sentence('problem.push_strange_parts'));
  if (!isPoint(keys.p256dh)) refuse('/keys/p256dh', sentence('problem.push_key_invalid'));
}
