export { setupRoutes } from './routes.js';
export { createSetup } from './setup-service.js';
export type { Setup } from './setup-service.js';
