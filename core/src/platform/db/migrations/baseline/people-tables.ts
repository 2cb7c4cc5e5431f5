/** People, how they sign in, and what they may do. */
export const PEOPLE_TABLES: readonly string[] = [
  `CREATE TABLE users (
    id varchar(36) PRIMARY KEY, username varchar(100) NOT NULL, display_name varchar(200) NOT NULL, role varchar(10) NOT NULL,
    state varchar(10) NOT NULL, password_hash varchar(100), library_identity varchar(200) NOT NULL, auto_approve boolean,
    interactive_search_access boolean, download_access boolean, quota_limit integer, quota_days integer, locale varchar(20),
    sessions_invalidated_at varchar(24), created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL, deleted_at varchar(24),
    email varchar(254))`,
  `CREATE UNIQUE INDEX users_username ON users (username) WHERE deleted_at IS NULL`,
  `CREATE INDEX users_email ON users (email)`,
  `CREATE TABLE user_identities (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), provider varchar(100) NOT NULL,
    subject varchar(300) NOT NULL, created_at varchar(24) NOT NULL, account_name varchar(200), UNIQUE (provider, subject))`,
  `CREATE INDEX user_identities_user ON user_identities (user_id)`,
  `CREATE TABLE refresh_sessions (
    id varchar(36) PRIMARY KEY, family_id varchar(36) NOT NULL, user_id varchar(36) NOT NULL REFERENCES users (id),
    token_hash varchar(64) NOT NULL UNIQUE, created_at varchar(24) NOT NULL, expires_at varchar(24) NOT NULL, used_at varchar(24),
    revoked_at varchar(24), user_agent varchar(300), address varchar(64), authenticated_at varchar(24))`,
  `CREATE INDEX refresh_sessions_user ON refresh_sessions (user_id)`,
  `CREATE INDEX refresh_sessions_family ON refresh_sessions (family_id)`,
  `CREATE TABLE api_tokens (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), name varchar(200) NOT NULL,
    token_hash varchar(64) NOT NULL UNIQUE, token_prefix varchar(12) NOT NULL, scopes text NOT NULL, expires_at varchar(24),
    last_used_at varchar(24), revoked_at varchar(24), created_at varchar(24) NOT NULL)`,
  `CREATE INDEX api_tokens_user ON api_tokens (user_id)`,
  `CREATE TABLE audit_log (
    id varchar(36) PRIMARY KEY, at varchar(24) NOT NULL, actor_id varchar(36), actor_name varchar(200) NOT NULL,
    action varchar(100) NOT NULL, target_type varchar(50) NOT NULL, target_id varchar(100), detail text, address varchar(64))`,
  `CREATE INDEX audit_log_at ON audit_log (at)`,
  `CREATE INDEX audit_log_target ON audit_log (target_id, at)`,
  `CREATE TABLE login_tokens (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), token_hash varchar(64) NOT NULL UNIQUE,
    created_at varchar(24) NOT NULL, expires_at varchar(24) NOT NULL, used_at varchar(24), revoked_at varchar(24))`,
  `CREATE INDEX login_tokens_user ON login_tokens (user_id)`,
  `CREATE TABLE calendar_addresses (
    user_id varchar(36) PRIMARY KEY REFERENCES users (id), token_hash varchar(64) NOT NULL UNIQUE, created_at varchar(24) NOT NULL)`,
];
