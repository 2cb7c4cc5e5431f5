export type { CoverService } from './cover-service.js';
