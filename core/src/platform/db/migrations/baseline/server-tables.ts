/** The server itself: settings, connected services, plugins, jobs and the audit log. */
export const SERVER_TABLES: readonly string[] = [
  `CREATE TABLE settings (key varchar(100) PRIMARY KEY, value text NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE TABLE integrations (
    id varchar(36) PRIMARY KEY, plugin_id varchar(100) NOT NULL, name varchar(200) NOT NULL, enabled boolean NOT NULL,
    priority integer NOT NULL, settings text NOT NULL, secrets_sealed text, plugin_version varchar(50) NOT NULL,
    path_mappings text NOT NULL, subscriptions text NOT NULL, created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE TABLE plugin_storage (
    integration_id varchar(36) NOT NULL REFERENCES integrations (id) ON DELETE CASCADE, key varchar(200) NOT NULL, value text NOT NULL,
    PRIMARY KEY (integration_id, key))`,
  `CREATE TABLE jobs (
    id varchar(36) PRIMARY KEY, name varchar(100) NOT NULL, payload text NOT NULL, state varchar(10) NOT NULL,
    priority integer NOT NULL, singleton_key varchar(200), subject varchar(100), run_at varchar(24) NOT NULL, attempt integer NOT NULL,
    max_attempts integer NOT NULL, lease_owner varchar(36), lease_until varchar(24), cancel_requested boolean NOT NULL, progress text,
    error text, created_at varchar(24) NOT NULL, started_at varchar(24), finished_at varchar(24))`,
  `CREATE UNIQUE INDEX jobs_one_queued ON jobs (singleton_key) WHERE state = 'queued' AND singleton_key IS NOT NULL`,
  `CREATE INDEX jobs_claim ON jobs (state, run_at)`,
  `CREATE INDEX jobs_subject ON jobs (subject)`,
  `CREATE INDEX jobs_history ON jobs (name, created_at)`,
  `CREATE TABLE plugins (
    id varchar(100) PRIMARY KEY, package_name varchar(214) NOT NULL, source varchar(10) NOT NULL, version varchar(100),
    integrity varchar(200), previous_source varchar(10), previous_version varchar(100), previous_integrity varchar(200),
    enabled boolean NOT NULL, ignore_compatibility boolean NOT NULL, last_error text, last_error_at varchar(24),
    installed_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE TABLE rate_limits (key varchar(255) PRIMARY KEY NOT NULL, points integer NOT NULL, expire bigint)`,
  `CREATE INDEX rate_limits_expire ON rate_limits (expire)`,
  `CREATE TABLE job_ticks (name varchar(100) PRIMARY KEY NOT NULL, tick varchar(24) NOT NULL)`,
];
