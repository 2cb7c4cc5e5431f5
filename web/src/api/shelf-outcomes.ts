import type { ShelfOutcome } from './types.js';

/** The possible outcomes for a shelf's book, in order of interest to its owner. */
export const SHELF_OUTCOMES: readonly ShelfOutcome[] = [
  'requested',
  'joined',
  'available',
  'asked_before',
  'waiting',
  'found',
  'not_matched',
  'ambiguous',
  'ignored',
  'left_out',
  'refused',
  'removed',
];
