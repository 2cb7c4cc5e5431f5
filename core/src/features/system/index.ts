export { metricsRoutes } from './metrics-routes.js';
export { createWebFallback } from './web-fallback.js';
