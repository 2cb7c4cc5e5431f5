import { EntitySchema } from 'typeorm';

const notification = new EntitySchema({
  name: 'Notification',
  tableName: 'notifications',
  columns: {
    id: { type: 'varchar', length: 36, primary: true },
    userId: { type: 'varchar', length: 36 },
    event: { type: 'varchar', length: 50 },
    title: { type: 'text' },
    lines: { type: 'text' },
    requestId: { type: 'varchar', length: 36, nullable: true },
    dedupeKey: { type: 'varchar', length: 200 },
    createdAt: { type: 'varchar', length: 24 },
    readAt: { type: 'varchar', length: 24, nullable: true },
  },
});

const notificationDelivery = new EntitySchema({
  name: 'NotificationDelivery',
  tableName: 'notification_deliveries',
  columns: {
    id: { type: 'varchar', length: 36, primary: true },
    integrationId: { type: 'varchar', length: 36 },
    dedupeKey: { type: 'varchar', length: 200 },
    message: { type: 'text' },
    state: { type: 'varchar', length: 10 },
    error: { type: 'text', nullable: true },
    createdAt: { type: 'varchar', length: 24 },
    finishedAt: { type: 'varchar', length: 24, nullable: true },
  },
});

export const notificationEntities = [notification, notificationDelivery];
