export * from './audible/index.js';
export * from './testbed/index.js';
export * from './prowlarr/index.js';
