export { setupRoutes } from './routes.js';
export { createSetup } from './setup-service.js';
export type { IntegrationCounts, Setup, SetupDeps, SetupStatus } from './setup-service.js';
