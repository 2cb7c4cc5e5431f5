import type { Groups } from '../messages.js';

/** Japanese. */
export const japanese = {} as const satisfies Groups;
