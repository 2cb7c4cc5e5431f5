import type { Groups } from '../messages.js';

/** Japanese. */
export const japanese = {
  serverNotices: async () => (await import('./server-notices.js')).serverNotices,
  serverReasons: async () => (await import('./server-reasons.js')).serverReasons,
  shell: async () => (await import('./shell.js')).shellMessages,
} as const satisfies Groups;
