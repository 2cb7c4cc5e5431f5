export { createLonelyFeed } from './change-feed.js';
export type { ChangeFeed, ChangeListener } from './change-feed.js';
export { createPostgresChangeFeed } from './postgres-change-feed.js';
