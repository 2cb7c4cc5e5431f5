import { ForwardMigration } from './forward-migration.js';

/** What reaches each person and how: their choices, their quiet hours and digest, and targets of their own. */
export class PersonalNotifications1764450000000 extends ForwardMigration {
  readonly name = 'PersonalNotifications1764450000000';
  protected readonly statements = [
    `ALTER TABLE notification_deliveries ADD COLUMN user_id varchar(36) REFERENCES users (id) ON DELETE CASCADE`,
    `CREATE INDEX notification_deliveries_user ON notification_deliveries (user_id, created_at)`,
    `CREATE TABLE notification_choices (
      user_id varchar(36) NOT NULL REFERENCES users (id) ON DELETE CASCADE, event varchar(50) NOT NULL, way varchar(36) NOT NULL,
      wanted boolean NOT NULL, PRIMARY KEY (user_id, event, way))`,
    `CREATE TABLE notification_people (
      user_id varchar(36) PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, quiet_from varchar(5), quiet_to varchar(5),
      time_zone varchar(64), digest_weekday integer, digest_hour integer, digest_after varchar(24), digest_since varchar(24))`,
    `CREATE TABLE personal_targets (
      id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id) ON DELETE CASCADE, plugin_id varchar(100) NOT NULL,
      name varchar(100) NOT NULL, settings text NOT NULL, secrets_sealed text, plugin_version varchar(50) NOT NULL,
      created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
    `CREATE INDEX personal_targets_user ON personal_targets (user_id, created_at)`,
  ];
}
