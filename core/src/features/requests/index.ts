export { adminRequestRoutes } from './admin-request-routes.js';
export { reconcileJobs, RECONCILE_JOB } from './reconcile-job.js';
export { createRequestDetail, type RequestDetailReader } from './request-detail.js';
export { createRequestList, type RequestList } from './request-list.js';
export { ebookRoutes } from './ebook-routes.js';
export { quotaRoutes } from './quota.js';
export { requestRoutes } from './request-routes.js';
export { createRequestService, type RequestService } from './request-service.js';
export { createRequestAnnouncer, REQUEST_UPDATED, type RequestAnnouncer } from './request-announcer.js';
