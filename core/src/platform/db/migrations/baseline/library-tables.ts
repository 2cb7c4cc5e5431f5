/** What media servers have, and how far people have listened. */
export const LIBRARY_TABLES: readonly string[] = [
  `CREATE TABLE library_items (
    id varchar(36) PRIMARY KEY, integration_id varchar(36) NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
    library_id varchar(200) NOT NULL, item_id varchar(200) NOT NULL, title text NOT NULL, subtitle text, authors text NOT NULL,
    narrators text NOT NULL, asin varchar(20), isbn varchar(20), duration_seconds double precision, path text, file_hash varchar(100),
    matched_asin varchar(10), matched_by varchar(10), has_cover boolean NOT NULL, added_at varchar(24) NOT NULL,
    updated_at varchar(24) NOT NULL, seen_scan varchar(36) NOT NULL, missing_scans integer NOT NULL DEFAULT 0,
    has_audio boolean NOT NULL DEFAULT true, has_ebook boolean NOT NULL DEFAULT false, look_up_at varchar(24) NOT NULL DEFAULT '',
    likely_score integer, UNIQUE (integration_id, item_id))`,
  `CREATE INDEX library_items_asin ON library_items (asin)`,
  `CREATE INDEX library_items_isbn ON library_items (isbn)`,
  `CREATE INDEX library_items_hash ON library_items (file_hash)`,
  `CREATE INDEX library_items_matched ON library_items (matched_asin)`,
  `CREATE INDEX library_items_added ON library_items (added_at, id)`,
  `CREATE INDEX library_items_look_up ON library_items (look_up_at, id) WHERE COALESCE(matched_asin, '') = ''`,
  `CREATE INDEX library_items_likely ON library_items (likely_score, id) WHERE COALESCE(matched_asin, '') = '' AND likely_score IS
    NOT NULL`,
  `CREATE INDEX library_items_path ON library_items (substr(path, 1, 200))`,
  `CREATE INDEX library_items_title ON library_items (LOWER(substr(title, 1, 200)), id)`,
  `CREATE INDEX library_items_authors ON library_items (LOWER(substr(authors, 1, 200)), id)`,
  `CREATE TABLE library_likely_matches (
    item_id varchar(36) NOT NULL REFERENCES library_items (id) ON DELETE CASCADE, asin varchar(10) NOT NULL, score integer NOT NULL,
    title_fit varchar(20) NOT NULL, author_fit varchar(20) NOT NULL, length_fit varchar(20) NOT NULL, rejected_at varchar(24),
    PRIMARY KEY (item_id, asin))`,
  `CREATE TABLE library_series (
    region varchar(10) NOT NULL, series_id varchar(50) NOT NULL, name text NOT NULL, search_name text NOT NULL, books integer NOT NULL,
    books_key varchar(64) NOT NULL, counted_key varchar(64), owned integer NOT NULL, missing integer NOT NULL,
    upcoming integer NOT NULL, missing_parts text NOT NULL, listing text, walk_at varchar(24) NOT NULL, walked_at varchar(24),
    dismissed_at varchar(24), dismissed_by varchar(200), PRIMARY KEY (region, series_id))`,
  `CREATE INDEX library_series_name ON library_series (region, search_name, series_id, missing) WHERE dismissed_at IS NULL AND
    books > 0`,
  `CREATE INDEX library_series_walked ON library_series (region, walked_at) WHERE books > 0`,
  `CREATE INDEX library_series_walk ON library_series (region, walk_at, series_id)`,
  `CREATE INDEX library_series_missing ON library_series (region, missing, owned, series_id, search_name) WHERE dismissed_at IS
    NULL AND books > 0`,
  `CREATE TABLE library_unknown_books (
    region varchar(10) NOT NULL, asin varchar(10) NOT NULL, ask_at varchar(24) NOT NULL, PRIMARY KEY (region, asin))`,
  `CREATE TABLE listening_choices (
    user_id varchar(36) PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, asks boolean NOT NULL, created_at varchar(24) NOT NULL)`,
  `CREATE TABLE listening_progress (
    user_id varchar(36) NOT NULL REFERENCES listening_choices (user_id) ON DELETE CASCADE,
    integration_id varchar(36) NOT NULL REFERENCES integrations (id) ON DELETE CASCADE, item_id varchar(200) NOT NULL,
    asin varchar(10) NOT NULL, fraction double precision NOT NULL, finished boolean NOT NULL, heard_at varchar(24) NOT NULL,
    asked_at varchar(24), PRIMARY KEY (user_id, integration_id, item_id))`,
  `CREATE INDEX listening_progress_heard ON listening_progress (user_id, heard_at)`,
  `CREATE TABLE removed_items (
    id varchar(36) PRIMARY KEY, integration_id varchar(36) NOT NULL REFERENCES integrations (id) ON DELETE CASCADE,
    item_id varchar(200) NOT NULL, item text NOT NULL, removed_at varchar(24) NOT NULL, UNIQUE (integration_id, item_id))`,
];
