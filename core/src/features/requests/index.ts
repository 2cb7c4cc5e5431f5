export { askedBefore } from './asked-before.js';
export { quotaStateSchema, readQuota, type QuotaState } from './quota.js';
export { type RequestService } from './request-service.js';
