export { askedBefore } from './asked-before.js';
export { ASKING_ERRORS } from './create-request.js';
export { quotaStateSchema, readQuota, type QuotaState } from './quota.js';
export { type RequestCaller } from './request-caller.js';
export { type RequestList } from './request-list.js';
export { type RequestService } from './request-service.js';
