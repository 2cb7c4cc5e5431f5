export type { PushMessage } from './push-payload.js';
export type { PushResult, WebPushService } from './web-push-service.js';
