import { ForwardMigration } from './forward-migration.js';

/** SQL that means the same on SQLite and PostgreSQL: times are ISO 8601 text, JSON is text, ids are UUID text. */
const STATEMENTS = [
  `CREATE TABLE users (
    id varchar(36) PRIMARY KEY, username varchar(100) NOT NULL, display_name varchar(200) NOT NULL,
    role varchar(10) NOT NULL, state varchar(10) NOT NULL, password_hash varchar(100), library_identity varchar(200) NOT NULL,
    auto_approve boolean, interactive_search_access boolean, download_access boolean, quota_limit integer, quota_days integer,
    locale varchar(20), sessions_invalidated_at varchar(24), created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL,
    deleted_at varchar(24))`,
  `CREATE UNIQUE INDEX users_username ON users (username) WHERE deleted_at IS NULL`,
  `CREATE TABLE user_identities (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), provider varchar(100) NOT NULL,
    subject varchar(300) NOT NULL, created_at varchar(24) NOT NULL, UNIQUE (provider, subject))`,
  `CREATE INDEX user_identities_user ON user_identities (user_id)`,
  `CREATE TABLE refresh_sessions (
    id varchar(36) PRIMARY KEY, family_id varchar(36) NOT NULL, user_id varchar(36) NOT NULL REFERENCES users (id),
    token_hash varchar(64) NOT NULL UNIQUE, created_at varchar(24) NOT NULL, expires_at varchar(24) NOT NULL,
    used_at varchar(24), revoked_at varchar(24), user_agent varchar(300), address varchar(64))`,
  `CREATE INDEX refresh_sessions_user ON refresh_sessions (user_id)`,
  `CREATE INDEX refresh_sessions_family ON refresh_sessions (family_id)`,
  `CREATE TABLE api_tokens (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), name varchar(200) NOT NULL,
    token_hash varchar(64) NOT NULL UNIQUE, token_prefix varchar(12) NOT NULL, scopes text NOT NULL,
    expires_at varchar(24), last_used_at varchar(24), revoked_at varchar(24), created_at varchar(24) NOT NULL)`,
  `CREATE INDEX api_tokens_user ON api_tokens (user_id)`,
  `CREATE TABLE settings (key varchar(100) PRIMARY KEY, value text NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE TABLE integrations (
    id varchar(36) PRIMARY KEY, plugin_id varchar(100) NOT NULL, name varchar(200) NOT NULL, enabled boolean NOT NULL,
    priority integer NOT NULL, settings text NOT NULL, secrets_sealed text, plugin_version varchar(50) NOT NULL,
    path_mappings text NOT NULL, subscriptions text NOT NULL, created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE TABLE plugin_storage (
    integration_id varchar(36) NOT NULL REFERENCES integrations (id) ON DELETE CASCADE, key varchar(200) NOT NULL,
    value text NOT NULL, PRIMARY KEY (integration_id, key))`,
  `CREATE TABLE audiobooks (
    asin varchar(10) NOT NULL, region varchar(10) NOT NULL, title text NOT NULL, subtitle text, authors text NOT NULL,
    narrators text NOT NULL, series_list text NOT NULL, series text, series_part varchar(50), duration_minutes integer,
    release_date varchar(10), language varchar(10), publisher text, isbn varchar(20), description text, cover_url text,
    genres text NOT NULL, rating_average double precision, rating_count integer, abridged boolean, adult boolean,
    fetched_at varchar(24) NOT NULL, PRIMARY KEY (asin, region))`,
  `CREATE TABLE catalog_cache_categories (
    region varchar(10) NOT NULL, category varchar(100) NOT NULL, position integer NOT NULL, asin varchar(10) NOT NULL,
    fetched_at varchar(24) NOT NULL, PRIMARY KEY (region, category, position))`,
  `CREATE TABLE works (id varchar(36) PRIMARY KEY, created_at varchar(24) NOT NULL)`,
  `CREATE TABLE work_asins (
    asin varchar(10) PRIMARY KEY, work_id varchar(36) NOT NULL REFERENCES works (id), evidence text NOT NULL,
    created_at varchar(24) NOT NULL)`,
  `CREATE INDEX work_asins_work ON work_asins (work_id)`,
  `CREATE TABLE requests (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), asin varchar(10) NOT NULL,
    region varchar(10) NOT NULL, type varchar(10) NOT NULL, title text NOT NULL, author text NOT NULL, status varchar(20) NOT NULL,
    status_group varchar(10) NOT NULL, version integer NOT NULL, status_since varchar(24) NOT NULL, reason text, origin varchar(20) NOT NULL,
    parent_request_id varchar(36) REFERENCES requests (id), custom_search_terms text, note text,
    search_attempts integer NOT NULL DEFAULT 0, download_attempts integer NOT NULL DEFAULT 0, import_attempts integer NOT NULL DEFAULT 0,
    current_download_id varchar(36), progress text, merge_chapters boolean,
    created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE UNIQUE INDEX requests_one_live ON requests (user_id, asin, type)
    WHERE status NOT IN ('denied', 'cancelled', 'failed', 'available', 'downloaded')`,
  `CREATE INDEX requests_asin ON requests (asin, created_at)`,
  // who waits for a book, without all those who once did; queries have to name the same statuses
  `CREATE INDEX requests_asin_live ON requests (asin, created_at, id)
    WHERE type = 'audiobook' AND status NOT IN ('denied', 'cancelled', 'failed', 'available')`,
  `CREATE INDEX requests_user_asin ON requests (user_id, asin)`,
  `CREATE INDEX requests_user_created ON requests (user_id, created_at, id)`,
  `CREATE INDEX requests_user_group ON requests (user_id, status_group, created_at, id)`,
  `CREATE INDEX requests_group ON requests (status_group, created_at, id)`,
  `CREATE INDEX requests_created ON requests (created_at, id)`,
  `CREATE INDEX requests_updated ON requests (updated_at, id)`,
  `CREATE INDEX requests_status ON requests (status, created_at, id)`,
  // kept by the single writer of statuses, so that tabs need not count
  `CREATE TABLE request_counts (
    user_id varchar(36) NOT NULL REFERENCES users (id), status varchar(20) NOT NULL, count integer NOT NULL, PRIMARY KEY (user_id, status))`,
  `CREATE INDEX request_counts_status ON request_counts (status, count)`,
  `CREATE TABLE request_events (
    id varchar(36) PRIMARY KEY, request_id varchar(36) NOT NULL REFERENCES requests (id), at varchar(24) NOT NULL,
    event varchar(50) NOT NULL, from_status varchar(20), to_status varchar(20), message text NOT NULL,
    actor_id varchar(36) REFERENCES users (id), detail text)`,
  `CREATE INDEX request_events_request ON request_events (request_id, id)`,
  `CREATE TABLE request_subscribers (
    request_id varchar(36) NOT NULL REFERENCES requests (id), user_id varchar(36) NOT NULL REFERENCES users (id),
    created_at varchar(24) NOT NULL, PRIMARY KEY (request_id, user_id))`,
  `CREATE INDEX request_subscribers_user ON request_subscribers (user_id, request_id)`,
  `CREATE TABLE searches (
    id varchar(36) PRIMARY KEY, request_id varchar(36) NOT NULL REFERENCES requests (id), started_at varchar(24) NOT NULL,
    finished_at varchar(24), automatic boolean NOT NULL, queries text NOT NULL, sources text NOT NULL)`,
  `CREATE INDEX searches_request ON searches (request_id, started_at)`,
  `CREATE TABLE release_candidates (
    id varchar(36) PRIMARY KEY, search_id varchar(36) NOT NULL REFERENCES searches (id) ON DELETE CASCADE,
    request_id varchar(36) NOT NULL REFERENCES requests (id), integration_id varchar(36) NOT NULL, release_key text NOT NULL,
    release text NOT NULL, private_sealed text NOT NULL, position integer NOT NULL, score double precision NOT NULL,
    passed boolean NOT NULL, automatic boolean NOT NULL, state varchar(20) NOT NULL, gates text NOT NULL, parts text NOT NULL)`,
  `CREATE INDEX release_candidates_search ON release_candidates (search_id, position)`,
  `CREATE INDEX release_candidates_request ON release_candidates (request_id)`,
  `CREATE TABLE download_history (
    id varchar(36) PRIMARY KEY, request_id varchar(36) NOT NULL REFERENCES requests (id), candidate_id varchar(36),
    integration_id varchar(36), item_id varchar(200), state varchar(20) NOT NULL, release text NOT NULL, release_key text NOT NULL,
    ours boolean NOT NULL, download_path text, client_status text, error text, missing_count integer NOT NULL DEFAULT 0, stalled_since varchar(24),
    created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE INDEX download_history_request ON download_history (request_id, created_at)`,
  `CREATE INDEX download_history_active ON download_history (integration_id, state)`,
  `CREATE TABLE blocklist (
    id varchar(36) PRIMARY KEY, asin varchar(10), release_key text NOT NULL, title text NOT NULL, indexer text NOT NULL,
    reason text NOT NULL, created_at varchar(24) NOT NULL)`,
  `CREATE INDEX blocklist_key ON blocklist (release_key)`,
  `CREATE TABLE imports (
    id varchar(36) PRIMARY KEY, request_id varchar(36) NOT NULL REFERENCES requests (id), download_id varchar(36),
    directory text NOT NULL, content_hash varchar(100) NOT NULL, manifest text NOT NULL, created_at varchar(24) NOT NULL)`,
  `CREATE INDEX imports_request ON imports (request_id)`,
  `CREATE INDEX imports_hash ON imports (content_hash)`,
  `CREATE TABLE library_items (
    id varchar(36) PRIMARY KEY, integration_id varchar(36) NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
    library_id varchar(200) NOT NULL, item_id varchar(200) NOT NULL, title text NOT NULL, subtitle text, authors text NOT NULL,
    narrators text NOT NULL, asin varchar(20), isbn varchar(20), duration_seconds double precision, path text,
    file_hash varchar(100), matched_asin varchar(10), matched_by varchar(10), has_cover boolean NOT NULL,
    added_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL, seen_scan varchar(36) NOT NULL, missing_scans integer NOT NULL DEFAULT 0,
    UNIQUE (integration_id, item_id))`,
  `CREATE INDEX library_items_asin ON library_items (asin)`,
  `CREATE INDEX library_items_isbn ON library_items (isbn)`,
  `CREATE INDEX library_items_hash ON library_items (file_hash)`,
  `CREATE INDEX library_items_matched ON library_items (matched_asin)`,
  `CREATE INDEX library_items_added ON library_items (added_at, id)`,
  `CREATE TABLE notifications (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), event varchar(50) NOT NULL, title text NOT NULL,
    lines text NOT NULL, request_id varchar(36), dedupe_key varchar(200) NOT NULL, created_at varchar(24) NOT NULL, read_at varchar(24),
    UNIQUE (user_id, dedupe_key))`,
  `CREATE INDEX notifications_user ON notifications (user_id, id)`,
  `CREATE TABLE notification_deliveries (
    id varchar(36) PRIMARY KEY, integration_id varchar(36) NOT NULL, dedupe_key varchar(200) NOT NULL, message text NOT NULL,
    state varchar(10) NOT NULL, error text, created_at varchar(24) NOT NULL, finished_at varchar(24), UNIQUE (integration_id, dedupe_key))`,
  `CREATE TABLE jobs (
    id varchar(36) PRIMARY KEY, name varchar(100) NOT NULL, payload text NOT NULL, state varchar(10) NOT NULL,
    priority integer NOT NULL, singleton_key varchar(200), subject varchar(100), run_at varchar(24) NOT NULL,
    attempt integer NOT NULL, max_attempts integer NOT NULL, lease_owner varchar(36), lease_until varchar(24),
    cancel_requested boolean NOT NULL, progress text, error text, created_at varchar(24) NOT NULL, started_at varchar(24),
    finished_at varchar(24))`,
  `CREATE UNIQUE INDEX jobs_one_queued ON jobs (singleton_key) WHERE state = 'queued' AND singleton_key IS NOT NULL`,
  `CREATE INDEX jobs_claim ON jobs (state, run_at)`,
  `CREATE INDEX jobs_subject ON jobs (subject)`,
  `CREATE INDEX jobs_history ON jobs (name, created_at)`,
  `CREATE TABLE audit_log (
    id varchar(36) PRIMARY KEY, at varchar(24) NOT NULL, actor_id varchar(36), actor_name varchar(200) NOT NULL,
    action varchar(100) NOT NULL, target_type varchar(50) NOT NULL, target_id varchar(100), detail text, address varchar(64))`,
  `CREATE INDEX audit_log_at ON audit_log (at)`,
  `CREATE TABLE ignored_audiobooks (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), asin varchar(10) NOT NULL,
    created_at varchar(24) NOT NULL, UNIQUE (user_id, asin))`,
  `CREATE TABLE watched_series (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), series_id varchar(50) NOT NULL,
    region varchar(10) NOT NULL, name text NOT NULL, created_at varchar(24) NOT NULL, checked_at varchar(24), UNIQUE (user_id, series_id))`,
  `CREATE TABLE watched_authors (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), author_id varchar(50) NOT NULL,
    region varchar(10) NOT NULL, name text NOT NULL, created_at varchar(24) NOT NULL, checked_at varchar(24), UNIQUE (user_id, author_id))`,
  `CREATE TABLE user_home_sections (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), section varchar(100) NOT NULL,
    position integer NOT NULL, UNIQUE (user_id, section))`,
  `CREATE TABLE reported_issues (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), asin varchar(10) NOT NULL, kind varchar(50) NOT NULL,
    message text NOT NULL, state varchar(10) NOT NULL, created_at varchar(24) NOT NULL, closed_at varchar(24), closed_by varchar(36))`,
  `CREATE INDEX reported_issues_asin ON reported_issues (asin, state)`,
  `CREATE TABLE book_mappings (
    id varchar(36) PRIMARY KEY, provider varchar(100) NOT NULL, book_id varchar(100) NOT NULL, title text NOT NULL, author text NOT NULL,
    asin varchar(10), region varchar(10), state varchar(20) NOT NULL, updated_at varchar(24) NOT NULL, UNIQUE (provider, book_id))`,
];

/** The first schema. */
export class Initial1763700000000 extends ForwardMigration {
  readonly name = 'Initial1763700000000';
  protected readonly statements = STATEMENTS;
}
