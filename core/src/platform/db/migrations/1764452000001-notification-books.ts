import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `ALTER TABLE notifications ADD COLUMN asin varchar(10)`,
  `UPDATE notifications SET asin = (SELECT r.asin FROM requests r WHERE r.id = notifications.request_id) WHERE request_id IS NOT NULL`,
];

/** The books of notifications, whose covers stand beside them. */
export class NotificationBooks1764452000001 extends ForwardMigration {
  readonly name = 'NotificationBooks1764452000001';
  protected readonly statements = STATEMENTS;
}
