/** How people are told. */
export const TELLING_TABLES: readonly string[] = [
  `CREATE TABLE notifications (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), event varchar(50) NOT NULL, title text NOT NULL,
    lines text NOT NULL, request_id varchar(36), dedupe_key varchar(200) NOT NULL, created_at varchar(24) NOT NULL, read_at varchar(24),
    path text, asin varchar(10), facts text, UNIQUE (user_id, dedupe_key))`,
  `CREATE INDEX notifications_user ON notifications (user_id, id)`,
  `CREATE TABLE notification_deliveries (
    id varchar(36) PRIMARY KEY, integration_id varchar(36) NOT NULL, dedupe_key varchar(200) NOT NULL, message text NOT NULL,
    state varchar(10) NOT NULL, error text, created_at varchar(24) NOT NULL, finished_at varchar(24),
    user_id varchar(36) REFERENCES users (id) ON DELETE CASCADE, UNIQUE (integration_id, dedupe_key))`,
  `CREATE INDEX notification_deliveries_user ON notification_deliveries (user_id, created_at)`,
  `CREATE TABLE webhooks (
    id varchar(36) PRIMARY KEY, name varchar(100) NOT NULL, url text NOT NULL, events text, enabled boolean NOT NULL,
    secret_sealed text NOT NULL, failing_since varchar(24), delivered_at varchar(24), created_at varchar(24) NOT NULL,
    updated_at varchar(24) NOT NULL, paused_because varchar(20))`,
  `CREATE TABLE webhook_deliveries (
    id varchar(36) PRIMARY KEY, webhook_id varchar(36) NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event_id varchar(36) NOT NULL, event varchar(50) NOT NULL, dedupe_key varchar(200) NOT NULL, data text NOT NULL,
    state varchar(10) NOT NULL, attempts integer NOT NULL, next_at varchar(24), tried_at varchar(24), status integer, answer text,
    error text, took_ms integer, created_at varchar(24) NOT NULL)`,
  `CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (webhook_id, dedupe_key)`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, state, next_at)`,
  `CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at, id)`,
  `CREATE TABLE mail_servers (
    id varchar(10) PRIMARY KEY, host varchar(253) NOT NULL, port integer NOT NULL, security varchar(10) NOT NULL,
    allow_self_signed boolean NOT NULL, username text, password_sealed text, sender_address varchar(254) NOT NULL,
    sender_name text NOT NULL, enabled boolean NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE TABLE web_push_keys (
    id varchar(20) PRIMARY KEY, public_key varchar(100) NOT NULL, private_key_sealed text NOT NULL, created_at varchar(24) NOT NULL)`,
  `CREATE TABLE web_push_devices (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id) ON DELETE CASCADE, session_id varchar(36),
    endpoint_hash varchar(64) NOT NULL UNIQUE, subscription_sealed text NOT NULL, host text NOT NULL, user_agent varchar(300) NOT NULL,
    created_at varchar(24) NOT NULL)`,
  `CREATE INDEX web_push_devices_user ON web_push_devices (user_id, created_at)`,
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
  `CREATE TABLE decision_links (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    request_id varchar(36) NOT NULL REFERENCES requests (id) ON DELETE CASCADE, request_version integer NOT NULL,
    action varchar(10) NOT NULL, token_hash varchar(64) NOT NULL UNIQUE, created_at varchar(24) NOT NULL,
    expires_at varchar(24) NOT NULL)`,
  `CREATE INDEX decision_links_request ON decision_links (request_id)`,
];
