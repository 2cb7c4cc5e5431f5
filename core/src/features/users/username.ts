import { ApiError } from '../../platform/http/problem.js';
import { sentence } from '../../platform/words/index.js';

const ALLOWED = /^[\p{L}\p{M}\p{N}._@+-]+$/u;

/** The form in which usernames are stored and looked up: trimmed, lower-cased, NFC. */
export function normalizeUsername(text: string): string {
  // lower-casing can decompose a letter, hence NFC last
  return text.normalize('NFC').trim().toLowerCase().normalize('NFC');
}

/** @returns the normalized name. @throws ApiError 422 `username_invalid` */
export function checkUsername(text: string): string {
  const username = normalizeUsername(text);
  if (username.length === 0 || username.length > 100 || !ALLOWED.test(username)) {
    const message = sentence('problem.username_invalid');
    throw new ApiError('username_invalid', message, { errors: [{ path: '/username', message }] });
  }
  return username;
}
