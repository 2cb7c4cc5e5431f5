export { startTransmissionSimulator } from './simulator.js';
export type { TransmissionSimulator, TransmissionSimulatorOptions, TransmissionSpeed } from './simulator.js';
export type { TransmissionVersion } from './rpc.js';
export type { TorrentJob } from './torrent-job.js';
