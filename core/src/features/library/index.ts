export { SCAN_LIBRARY } from './library-jobs.js';
export type { LibraryService } from './library-service.js';
