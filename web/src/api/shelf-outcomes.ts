import type { ShelfOutcome } from './types.js';

/** What may become of a book of a shelf, in the order in which it interests its owner. */
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
