export { createLonelyFeed } from './change-feed.js';
export type { ChangeFeed } from './change-feed.js';
export { createPostgresChangeFeed } from './postgres-change-feed.js';
