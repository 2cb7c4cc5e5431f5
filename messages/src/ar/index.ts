import type { Groups } from '../messages.js';

/** Arabic. */
export const arabic = {} as const satisfies Groups;
