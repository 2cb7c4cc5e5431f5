export { apiDocsRoutes } from './api-docs-routes.js';
export type { ApiDocsRoutesDeps } from './api-docs-routes.js';
export { filesystemRoutes } from './filesystem-routes.js';
export type { FolderBrowserDeps, FolderListing } from './folder-browser.js';
export { healthRoutes } from './health-routes.js';
export type { HealthRoutesDeps } from './health-routes.js';
export { metricsRoutes } from './metrics-routes.js';
export { createWebFallback } from './web-fallback.js';
export type { WebFallbackDeps } from './web-fallback.js';
