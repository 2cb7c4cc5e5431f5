export { startAnnasSimulator, type AnnasSimulator, type AnnasSimulatorOptions } from './annas-simulator.js';
export { startFlareSolverrSimulator, type FlareSolverrSimulator, type SolverTrouble } from './flaresolverr-simulator.js';
export { makeEpub, type EpubDetails } from './make-epub.js';
export type { ArchiveFile, ArchiveTrouble, StoredFile } from './types.js';
