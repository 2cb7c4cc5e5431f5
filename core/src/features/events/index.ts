export type { EventStreamDeps } from './event-stream.js';
export { createLiveConnections } from './live-connections.js';
export type { LiveConnection, LiveConnections } from './live-connections.js';
export { shareEndings } from './share-endings.js';
export { eventRoutes } from './routes.js';
