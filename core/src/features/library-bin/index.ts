export type { TickedFile } from './bin-store.js';
export type { LibraryBin } from './bin-service.js';
