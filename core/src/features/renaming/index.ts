export { createMoveTurns } from './move-turns.js';
export type { MoveTurns } from './move-turns.js';
export { reasonOfFault } from './plan-book.js';
export { renameReason, sayReason } from './rename-reasons.js';
