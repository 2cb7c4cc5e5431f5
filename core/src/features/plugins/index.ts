export { pluginRoutes } from './routes.js';
export type { PluginRoutesDeps } from './routes.js';
