import { randomBytes } from 'node:crypto';
import { hashToken } from '../../platform/security/token-hash.js';

/** A token as it is shown once, and the parts that are stored. */
export interface TokenSecret {
  /** `lect_` and 43 letters, digits, `-` or `_`: 256 random bits. */
  readonly plain: string;
  /** SHA-256, hex. That is enough because the token cannot be guessed. */
  readonly hash: string;
  /** Its first 12 characters, by which people tell tokens apart. */
  readonly prefix: string;
}

const SHAPE = /^lect_[A-Za-z0-9_-]{43}$/;

/** The hash to find a token by; `undefined` for anything that cannot be a token. */
export function hashApiToken(plain: string): string | undefined {
  return SHAPE.test(plain) ? hashToken(plain) : undefined;
}

export function createTokenSecret(): TokenSecret {
  const plain = `lect_${randomBytes(32).toString('base64url')}`;
  return { plain, hash: hashToken(plain), prefix: plain.slice(0, 12) };
}
