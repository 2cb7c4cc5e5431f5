import type { Groups } from '../messages.js';

/** Spanish. */
export const spanish = {} as const satisfies Groups;
