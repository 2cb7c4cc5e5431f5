export { startPushoverSimulator } from './pushover-simulator.js';
export type { PushoverMessage, PushoverRefusal, PushoverSimulator, PushoverSimulatorOptions } from './pushover-simulator.js';
