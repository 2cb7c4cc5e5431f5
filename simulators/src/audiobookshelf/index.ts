export { startAudiobookshelfSimulator } from './audiobookshelf-simulator.js';
export type { AudiobookshelfSimulator, AudiobookshelfSimulatorOptions } from './audiobookshelf-simulator.js';
export { simulatedUserId } from './accounts.js';
export type { SimulatedUser as AudiobookshelfUser } from './accounts.js';
export type { SimulatedLibrary as AudiobookshelfLibrary } from './library-store.js';
