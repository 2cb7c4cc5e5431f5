import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isRaw, numberOf } from './schema.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The state that a browser carries from the start of a sign-in to its end. */
export interface SignInState {
  readonly pinId: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * It is encrypted, because anybody who knows the number of a PIN and our client id can fetch the token behind it. It is
 * authenticated, so that nobody can make us read another PIN.
 */
export function sealState(state: SignInState, key: Buffer): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(state)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** @returns nothing for anything that we did not seal, or that was changed since */
export function openState(sealed: string, key: Buffer): SignInState | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    const raw: unknown = JSON.parse(text.toString());
    const expiresAt = isRaw(raw) ? numberOf(raw.expiresAt) : undefined;
    return isRaw(raw) && typeof raw.pinId === 'string' && expiresAt !== undefined ? { pinId: raw.pinId, expiresAt } : undefined;
  } catch {
    return undefined;
  }
}
