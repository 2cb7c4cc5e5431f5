export { createDownloadStore, type DownloadStore } from './download-store.js';
export { grabJobs } from './grab-job.js';
export { monitorJobs } from './monitor-job.js';
export { downloadRoutes } from './routes.js';
