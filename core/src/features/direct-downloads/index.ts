export { createDirectClient, directItemId } from './direct-client.js';
export { DIRECT_JOB, directDownloadJobs } from './direct-job.js';
export { createDirectStore, type DirectStore } from './direct-store.js';
export { TRANSFER_LIMITS, type TransferLimits } from './limits.js';
export { createSourceHosts } from './source-hosts.js';
export { directSweepJob } from './sweep-job.js';
export { DIRECT_CLIENT_ID, DIRECT_CLIENT_NAME, withDirectDownloads } from './with-direct-downloads.js';
