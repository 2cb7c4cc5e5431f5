import { compareSync, hashSync } from 'bcryptjs';

// Runs in threads of its own (core/src/features/users/password-threads.ts). It is plain JavaScript here, so that the same
// file runs whether the server runs from its sources, compiled, or bundled.

/** @param {{ text: string, cost: number }} task @returns {string} */
export function hash({ text, cost }) {
  return hashSync(text, cost);
}

/** @param {{ text: string, hash: string }} task @returns {boolean} */
export function compare({ text, hash }) {
  return compareSync(text, hash);
}
