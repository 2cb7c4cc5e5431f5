export { findPlace, UnreadableItem } from './item-copy.js';
export type { FoundPlace } from './item-copy.js';
export { placeOfItem } from './savable-books.js';
