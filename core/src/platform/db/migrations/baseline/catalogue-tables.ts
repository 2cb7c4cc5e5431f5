/** Books as catalogues know them, and what people arrange of them. */
export const CATALOGUE_TABLES: readonly string[] = [
  `CREATE TABLE audiobooks (
    asin varchar(10) NOT NULL, region varchar(10) NOT NULL, title text NOT NULL, subtitle text, authors text NOT NULL,
    narrators text NOT NULL, series_list text NOT NULL, series text, series_part varchar(50), duration_minutes integer,
    release_date varchar(10), language varchar(10), publisher text, isbn varchar(20), description text, cover_url text,
    genres text NOT NULL, rating_average double precision, rating_count integer, abridged boolean, adult boolean,
    fetched_at varchar(24) NOT NULL, sample_url text, PRIMARY KEY (asin, region))`,
  `CREATE INDEX audiobooks_series ON audiobooks (series, region, asin)`,
  `CREATE TABLE catalog_cache_categories (
    region varchar(10) NOT NULL, category varchar(100) NOT NULL, position integer NOT NULL, asin varchar(10) NOT NULL,
    fetched_at varchar(24) NOT NULL, PRIMARY KEY (region, category, position))`,
  `CREATE TABLE works (id varchar(36) PRIMARY KEY, created_at varchar(24) NOT NULL)`,
  `CREATE TABLE work_asins (
    asin varchar(10) PRIMARY KEY, work_id varchar(36) NOT NULL REFERENCES works (id), evidence text NOT NULL,
    created_at varchar(24) NOT NULL)`,
  `CREATE INDEX work_asins_work ON work_asins (work_id)`,
  `CREATE TABLE ignored_audiobooks (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), asin varchar(10) NOT NULL,
    created_at varchar(24) NOT NULL, UNIQUE (user_id, asin))`,
  `CREATE TABLE user_home_sections (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), section varchar(100) NOT NULL,
    position integer NOT NULL, UNIQUE (user_id, section))`,
  `CREATE TABLE book_mappings (
    id varchar(36) PRIMARY KEY, provider varchar(100) NOT NULL, book_id varchar(100) NOT NULL, title text NOT NULL,
    author text NOT NULL, asin varchar(10), region varchar(10), state varchar(20) NOT NULL, updated_at varchar(24) NOT NULL,
    isbn varchar(13), hint_asin varchar(10), series text, method varchar(20), score double precision, next_try_at varchar(24),
    UNIQUE (provider, book_id))`,
  `CREATE TABLE shelves (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), plugin_id varchar(100) NOT NULL, name text NOT NULL,
    settings text NOT NULL, secrets_sealed text, plugin_version varchar(50) NOT NULL, auto_request boolean NOT NULL,
    paused boolean NOT NULL, failures integer NOT NULL, last_walk varchar(36), error text, result text, read_at varchar(24),
    tried_at varchar(24), next_at varchar(24), created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
  `CREATE INDEX shelves_user ON shelves (user_id, created_at)`,
  `CREATE TABLE shelf_books (
    shelf_id varchar(36) NOT NULL REFERENCES shelves (id) ON DELETE CASCADE, provider varchar(100) NOT NULL,
    book_id varchar(100) NOT NULL, title text NOT NULL, author text NOT NULL, outcome varchar(20) NOT NULL, reason text,
    request_id varchar(36), selected boolean NOT NULL, added_at varchar(24) NOT NULL, first_walk varchar(36) NOT NULL,
    seen_walk varchar(36) NOT NULL, missing_walks integer NOT NULL, removed_at varchar(24), next_try_at varchar(24),
    PRIMARY KEY (shelf_id, book_id))`,
  `CREATE INDEX shelf_books_outcome ON shelf_books (shelf_id, outcome, added_at, book_id)`,
  `CREATE INDEX shelf_books_book ON shelf_books (provider, book_id)`,
  `CREATE TABLE shelf_storage (
    shelf_id varchar(36) NOT NULL REFERENCES shelves (id) ON DELETE CASCADE, key varchar(200) NOT NULL, value text NOT NULL,
    PRIMARY KEY (shelf_id, key))`,
  `CREATE TABLE catalog_categories (
    region varchar(10) NOT NULL, id varchar(100) NOT NULL, name text NOT NULL, parent_id varchar(100), position integer,
    fetched_at varchar(24) NOT NULL, opened_at varchar(24), PRIMARY KEY (region, id))`,
  `CREATE TABLE watched_series (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), series_id varchar(50) NOT NULL,
    region varchar(10) NOT NULL, name text NOT NULL, former_name text, mode varchar(10) NOT NULL, start_rule varchar(20) NOT NULL,
    start_part varchar(20), started_at varchar(24) NOT NULL, created_at varchar(24) NOT NULL, checked_at varchar(24),
    next_check_at varchar(24), failures integer NOT NULL, shown text, memory text NOT NULL, result text, awaited text, recent text,
    newest_on varchar(10), UNIQUE (user_id, series_id, region))`,
  `CREATE INDEX watched_series_listing ON watched_series (series_id, region)`,
  `CREATE TABLE watched_authors (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), author_id varchar(50) NOT NULL,
    region varchar(10) NOT NULL, name text NOT NULL, former_name text, mode varchar(10) NOT NULL, start_rule varchar(20) NOT NULL,
    start_part varchar(20), started_at varchar(24) NOT NULL, created_at varchar(24) NOT NULL, checked_at varchar(24),
    next_check_at varchar(24), failures integer NOT NULL, shown text, memory text NOT NULL, result text, awaited text, recent text,
    newest_on varchar(10), UNIQUE (user_id, author_id, region))`,
  `CREATE INDEX watched_authors_listing ON watched_authors (author_id, region)`,
  `CREATE TABLE book_mapping_corrections (
    provider varchar(100) NOT NULL, book_id varchar(100) NOT NULL, holds_for varchar(36) NOT NULL, asin varchar(10),
    created_at varchar(24) NOT NULL, PRIMARY KEY (provider, book_id, holds_for))`,
  `CREATE TABLE work_changes (
    id varchar(36) PRIMARY KEY, kind varchar(10) NOT NULL, work_id varchar(36) NOT NULL, other_work_id varchar(36) NOT NULL,
    actor_name varchar(200) NOT NULL, moved text NOT NULL, apart text NOT NULL, at varchar(24) NOT NULL, undone_at varchar(24))`,
  `CREATE INDEX work_changes_work ON work_changes (work_id)`,
  `CREATE INDEX work_changes_other ON work_changes (other_work_id)`,
  `CREATE TABLE work_separations (
    asin varchar(10) NOT NULL, other_asin varchar(10) NOT NULL, PRIMARY KEY (asin, other_asin))`,
  `CREATE INDEX work_separations_other ON work_separations (other_asin)`,
  `CREATE TABLE catalog_entries (
    kind varchar(10) NOT NULL, region varchar(10) NOT NULL, id varchar(50) NOT NULL, name text NOT NULL, description text,
    image_url text, fetched_at varchar(24) NOT NULL, PRIMARY KEY (kind, region, id))`,
  `CREATE INDEX catalog_entries_fetched ON catalog_entries (fetched_at)`,
];
