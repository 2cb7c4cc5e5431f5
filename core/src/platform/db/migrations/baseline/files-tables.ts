/** Files on their way into the library, and those in it that are moved, checked or removed. */
export const FILES_TABLES: readonly string[] = [
  `CREATE TABLE imports (
    id varchar(36) PRIMARY KEY, request_id varchar(36) NOT NULL REFERENCES requests (id), download_id varchar(36),
    directory text NOT NULL, content_hash varchar(100) NOT NULL, manifest text NOT NULL, created_at varchar(24) NOT NULL,
    removed_at varchar(24))`,
  `CREATE INDEX imports_request ON imports (request_id)`,
  `CREATE INDEX imports_hash ON imports (content_hash)`,
  `CREATE INDEX imports_directory ON imports (directory)`,
  `CREATE INDEX imports_download ON imports (download_id)`,
  `CREATE TABLE renames (
    id varchar(36) PRIMARY KEY, state varchar(20) NOT NULL, request_ids text, root text, created_at varchar(24) NOT NULL,
    actor_id varchar(36), actor_name varchar(200) NOT NULL, planned_at varchar(24), started_at varchar(24), ended_at varchar(24),
    done integer NOT NULL, total integer NOT NULL, unchanged integer NOT NULL, stopping boolean NOT NULL, reason text,
    run_id varchar(36))`,
  `CREATE TABLE rename_moves (
    id varchar(36) PRIMARY KEY, rename_id varchar(36) NOT NULL REFERENCES renames (id) ON DELETE CASCADE, position integer NOT NULL,
    from_folder text NOT NULL, to_folder text NOT NULL, books text NOT NULL, files text NOT NULL, state varchar(20) NOT NULL,
    reason text, top text)`,
  `CREATE INDEX rename_moves_position ON rename_moves (rename_id, position)`,
  `CREATE INDEX rename_moves_state ON rename_moves (rename_id, state, position)`,
  `CREATE INDEX rename_moves_journal ON rename_moves (state) WHERE state IN ('moving', 'undoing')`,
  `CREATE TABLE download_tokens (
    id varchar(36) PRIMARY KEY, token_hash varchar(64) NOT NULL UNIQUE, user_id varchar(36) NOT NULL REFERENCES users (id),
    role varchar(10) NOT NULL, scope varchar(10) NOT NULL, session_id varchar(36), api_token_id varchar(36), asin varchar(10) NOT NULL,
    type varchar(10) NOT NULL, request_id varchar(36) REFERENCES requests (id) ON DELETE CASCADE,
    import_id varchar(36) REFERENCES imports (id) ON DELETE CASCADE, item_id varchar(36), directory text, file text,
    created_at varchar(24) NOT NULL, expires_at varchar(24) NOT NULL, uses integer NOT NULL DEFAULT 0)`,
  `CREATE INDEX download_tokens_expires ON download_tokens (expires_at)`,
  `CREATE TABLE check_ups (
    id varchar(36) PRIMARY KEY, state varchar(20) NOT NULL, reads_files boolean NOT NULL, stopping boolean NOT NULL,
    after_item varchar(36) NOT NULL, done integer NOT NULL, total integer NOT NULL, compared integer NOT NULL, unread integer NOT NULL,
    created_at varchar(24) NOT NULL, actor_name varchar(200) NOT NULL, ended_at varchar(24), fault text)`,
  `CREATE TABLE check_up_findings (
    id varchar(36) PRIMARY KEY, item_id varchar(36) NOT NULL REFERENCES library_items (id) ON DELETE CASCADE, kind varchar(20) NOT NULL,
    asin varchar(10) NOT NULL, weight integer NOT NULL, evidence text NOT NULL, evidence_key varchar(64) NOT NULL,
    found_at varchar(24) NOT NULL, fine_at varchar(24), fine_by varchar(200))`,
  `CREATE UNIQUE INDEX check_up_findings_item ON check_up_findings (item_id, kind)`,
  `CREATE INDEX check_up_findings_kind ON check_up_findings (kind, weight, id)`,
  `CREATE TABLE take_ins (
    id varchar(36) PRIMARY KEY, root text NOT NULL, state varchar(20) NOT NULL, stopping boolean NOT NULL, found integer NOT NULL,
    done integer NOT NULL, total integer NOT NULL, notes text NOT NULL, reason varchar(40), fault text, created_at varchar(24) NOT NULL,
    actor_id varchar(36), actor_name varchar(200) NOT NULL, ended_at varchar(24))`,
  `CREATE TABLE taken_books (
    id varchar(36) PRIMARY KEY, take_in_id varchar(36) NOT NULL REFERENCES take_ins (id) ON DELETE CASCADE,
    path_key varchar(64) NOT NULL, path text NOT NULL, names text NOT NULL, files text, is_mixed boolean NOT NULL,
    state varchar(20) NOT NULL, confidence varchar(10) NOT NULL, tries integer NOT NULL, asin varchar(10), chosen_by varchar(200),
    evidence text, earlier text, item_id varchar(36), decided_at varchar(24), decided_by varchar(36), fault text, move text,
    looked_at varchar(24), later varchar(10))`,
  `CREATE UNIQUE INDEX taken_books_path ON taken_books (take_in_id, path_key)`,
  `CREATE INDEX taken_books_state ON taken_books (take_in_id, state, tries, id)`,
  `CREATE INDEX taken_books_confidence ON taken_books (take_in_id, confidence, id)`,
  `CREATE INDEX taken_books_decided ON taken_books (state, id)`,
  `CREATE INDEX taken_books_counts ON taken_books (take_in_id, state, confidence)`,
  `CREATE TABLE uploads (
    id varchar(36) PRIMARY KEY, request_id varchar(36) NOT NULL, user_id varchar(36) NOT NULL, state varchar(20) NOT NULL,
    bytes double precision NOT NULL, caller text, fault text, created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE INDEX uploads_request ON uploads (request_id, user_id)`,
  `CREATE INDEX uploads_state ON uploads (state, updated_at)`,
  `CREATE TABLE upload_files (
    upload_id varchar(36) NOT NULL REFERENCES uploads (id) ON DELETE CASCADE, position integer NOT NULL, name text NOT NULL,
    size double precision NOT NULL, PRIMARY KEY (upload_id, position))`,
  `CREATE TABLE replacements (
    request_id varchar(36) PRIMARY KEY REFERENCES requests (id) ON DELETE CASCADE,
    report_id varchar(36) NOT NULL REFERENCES reported_issues (id), import_id varchar(36),
    user_id varchar(36) NOT NULL REFERENCES users (id), state varchar(10) NOT NULL, removed integer NOT NULL, kept integer NOT NULL,
    created_at varchar(24) NOT NULL, ended_at varchar(24))`,
  `CREATE INDEX replacements_report ON replacements (report_id, created_at)`,
  `CREATE TABLE binned_books (
    id varchar(36) PRIMARY KEY, title text NOT NULL, author text NOT NULL, directory text NOT NULL, folder text,
    state varchar(10) NOT NULL, actor_id varchar(36), actor_name varchar(200) NOT NULL, created_at varchar(24) NOT NULL,
    binned_at varchar(24), until varchar(24), ended_at varchar(24))`,
  `CREATE INDEX binned_books_state ON binned_books (state, binned_at)`,
  `CREATE TABLE binned_files (
    bin_id varchar(36) NOT NULL REFERENCES binned_books (id) ON DELETE CASCADE, position integer NOT NULL, path text NOT NULL,
    size double precision NOT NULL, modified_at double precision NOT NULL, state varchar(10) NOT NULL, PRIMARY KEY (bin_id, position))`,
];
