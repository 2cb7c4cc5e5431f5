export { createNotificationCenter } from './notification-center.js';
export type { NotificationPage } from './notification-center.js';
export { DEFAULT_SUBSCRIPTIONS } from './notification-events.js';
export type { NotificationService } from './notification-service.js';
export { notificationRoutes } from './routes.js';
export { createSubscriptions } from './subscriptions.js';
