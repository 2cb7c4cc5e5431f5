export { startGoodreadsSimulator } from './goodreads-simulator.js';
export type { GoodreadsProfile, GoodreadsRefusal, GoodreadsSimulator, GoodreadsSimulatorOptions } from './goodreads-simulator.js';
export type { GoodreadsBook } from './shelf-feed.js';
