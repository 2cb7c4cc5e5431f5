import type { Groups } from '../messages.js';

/** German. */
export const german = {} as const satisfies Groups;
