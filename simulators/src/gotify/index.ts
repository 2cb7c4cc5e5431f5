export { startGotifySimulator } from './gotify-simulator.js';
export type { GotifyReceived, GotifySimulator } from './gotify-simulator.js';
