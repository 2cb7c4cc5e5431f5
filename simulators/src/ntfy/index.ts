export { startNtfySimulator } from './ntfy-simulator.js';
export type { NtfyReceived, NtfySimulator, NtfySimulatorOptions } from './ntfy-simulator.js';
