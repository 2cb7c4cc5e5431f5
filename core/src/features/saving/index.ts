export { createDownloadLinks } from './download-links.js';
export type { DownloadLinks } from './download-links.js';
export { createDownloadStatus } from './download-status.js';
export { createPlacedBooks } from './placed-book.js';
export { bookFileRoutes } from './routes.js';
