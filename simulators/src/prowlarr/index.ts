export { startProwlarrSimulator } from './prowlarr-simulator.js';
export type { ProwlarrSimulator } from './prowlarr-simulator.js';
export type { DemoIndexer, DemoPayload, DemoRelease, ProwlarrSimulatorOptions } from './types.js';
