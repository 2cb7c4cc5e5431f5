export { startPlexSimulator } from './plex-simulator.js';
export type { PlexSimulator, PlexSimulatorOptions } from './plex-simulator.js';
export type { PlexTvSimulator } from './plex-tv-simulator.js';
export type { PlexAlbum, PlexBehavior, PlexLibrary, PlexTvAccount } from './types.js';
