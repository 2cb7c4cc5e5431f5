export { buildApp, startApp, type BuiltApp, type RunningApp } from './app.js';
export { ConfigError, loadConfig, type Config } from './platform/config/config.js';
export { NODE_FLAGS } from './cli/node-flags.js';
export { PROGRAM } from './cli/program.js';
