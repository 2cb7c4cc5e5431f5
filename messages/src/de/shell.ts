import { frameMessages } from './frame.js';

/** The messages of the first load that are translated so far. */
export const shellMessages = { ...frameMessages };
