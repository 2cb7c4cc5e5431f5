export type { IgnoreService } from './ignore-service.js';
export { ignoredAmong } from './ignore-store.js';
