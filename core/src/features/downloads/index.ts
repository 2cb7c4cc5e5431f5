export { type DownloadStore } from './download-store.js';
export { downloadRoutes } from './routes.js';
