import type { Groups } from '../messages.js';

/** German. */
export const german = {
  keys: async () => (await import('./keys.js')).keyMessages,
} as const satisfies Groups;
