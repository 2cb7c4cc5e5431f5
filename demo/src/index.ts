export * from './audible/index.js';
export * from './audio/index.js';
export * from './audiobookshelf/index.js';
export * from './discord/index.js';
export * from './prowlarr/index.js';
export * from './simulator.js';
export * from './testbed/index.js';
export * from './transmission/index.js';
