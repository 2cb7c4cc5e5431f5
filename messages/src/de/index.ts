import type { Groups } from '../messages.js';

/** German. */
export const german = {
  keys: async () => (await import('./keys.js')).keyMessages,
  serverNotices: async () => (await import('./server-notices.js')).serverNotices,
  shell: async () => (await import('./shell.js')).shellMessages,
} as const satisfies Groups;
