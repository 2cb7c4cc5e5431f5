import { ForwardMigration } from './forward-migration.js';

/** The server's key pair for push services, and the browsers that asked to be notified. */
export class WebPush1764440000000 extends ForwardMigration {
  readonly name = 'WebPush1764440000000';
  protected readonly statements = [
    `CREATE TABLE web_push_keys (
      id varchar(20) PRIMARY KEY, public_key varchar(100) NOT NULL, private_key_sealed text NOT NULL, created_at varchar(24) NOT NULL)`,
    `CREATE TABLE web_push_devices (
      id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id) ON DELETE CASCADE, session_id varchar(36),
      endpoint_hash varchar(64) NOT NULL UNIQUE, subscription_sealed text NOT NULL, host text NOT NULL, user_agent varchar(300) NOT NULL,
      created_at varchar(24) NOT NULL)`,
    `CREATE INDEX web_push_devices_user ON web_push_devices (user_id, created_at)`,
  ];
}
