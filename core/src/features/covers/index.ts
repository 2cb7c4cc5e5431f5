export { createCoverService } from './cover-service.js';
export type { Cover, CoverDeps, CoverService } from './cover-service.js';
export { coverRoutes } from './routes.js';
