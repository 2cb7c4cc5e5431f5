export type { PushResult, WebPushService } from './web-push-service.js';
