import { ForwardMigration } from './forward-migration.js';

/** Where events are sent for programs, and what was sent there. */
export class Webhooks1764430000000 extends ForwardMigration {
  readonly name = 'Webhooks1764430000000';
  protected readonly statements = [
    `CREATE TABLE webhooks (
      id varchar(36) PRIMARY KEY, name varchar(100) NOT NULL, url text NOT NULL, events text, enabled boolean NOT NULL,
      secret_sealed text NOT NULL, failing_since varchar(24), delivered_at varchar(24),
      created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
    `CREATE TABLE webhook_deliveries (
      id varchar(36) PRIMARY KEY, webhook_id varchar(36) NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
      event_id varchar(36) NOT NULL, event varchar(50) NOT NULL, dedupe_key varchar(200) NOT NULL, data text NOT NULL,
      state varchar(10) NOT NULL, attempts integer NOT NULL, next_at varchar(24), tried_at varchar(24), status integer, answer text, error text,
      took_ms integer, created_at varchar(24) NOT NULL)`,
    `CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (webhook_id, dedupe_key)`,
    `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, state, next_at)`,
    `CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at, id)`,
  ];
}
