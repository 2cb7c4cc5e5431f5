export type { Announced, Announcements } from './announcements.js';
export { createNotificationCenter } from './notification-center.js';
export type { NotificationPage } from './notification-center.js';
export { eventSaid } from './compose-message.js';
export { DEFAULT_SUBSCRIPTIONS, offeredEvents } from './notification-events.js';
export type { NotificationService } from './notification-service.js';
export { notificationRoutes } from './routes.js';
export { createSubscriptions } from './subscriptions.js';
