import { createHash } from 'node:crypto';

/** SHA-256, hex. Enough for a token with too many random bits to be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
