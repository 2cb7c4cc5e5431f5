export { adminRequestRoutes } from './admin-request-routes.js';
export { reconcileJobs, RECONCILE_JOB } from './reconcile-job.js';
export { createRequestDetail } from './request-detail.js';
export { createRequestList, type RequestList } from './request-list.js';
export { createRequestReader, type RequestReader } from './request-reader.js';
export { requestRoutes } from './request-routes.js';
export { createRequestService, type RequestService } from './request-service.js';
export { createRequestTransitions, type RequestTransitions } from './transitions.js';
