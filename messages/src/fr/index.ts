import type { Groups } from '../messages.js';

/** French. */
export const french = {} as const satisfies Groups;
