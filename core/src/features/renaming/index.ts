export { createMoveTurns } from './move-turns.js';
export type { MoveTurns } from './move-turns.js';
export { reasonOfFault } from './plan-book.js';
export { renameReason, saidReason } from './rename-reasons.js';
