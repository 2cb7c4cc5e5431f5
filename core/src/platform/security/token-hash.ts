import { createHash } from 'node:crypto';

/** SHA-256, hex: what is kept of a token that has enough random bits not to be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
