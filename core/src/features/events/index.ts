export type { LiveConnections } from './live-connections.js';
export { eventRoutes } from './routes.js';
