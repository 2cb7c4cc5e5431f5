export type { HardcoverBook, HardcoverUser } from './graph.js';
export { startHardcoverSimulator } from './hardcover-simulator.js';
export type { HardcoverSimulator, HardcoverSimulatorOptions } from './hardcover-simulator.js';
export { HARDCOVER_REFUSALS } from './refusals.js';
export type { HardcoverRefusal } from './refusals.js';
