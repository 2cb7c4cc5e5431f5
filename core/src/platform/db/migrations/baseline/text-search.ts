import type { StatementsByDialect } from '../forward-migration.js';

/** A table whose rows are found by words. */
interface Searched {
  readonly table: string;
  /** They hold the words. */
  readonly columns: readonly string[];
  /** Lists are filtered and put in order by them, among thousands of rows that were found. */
  readonly kept: readonly string[];
}

const SEARCHED: readonly Searched[] = [
  {
    table: 'requests',
    columns: ['title', 'author'],
    kept: ['user_id', 'asin', 'type', 'status_group', 'status', 'created_at', 'updated_at'],
  },
  { table: 'library_items', columns: ['title', 'authors', 'matched_asin'], kept: ['added_at'] },
];

/**
 * The index has numbers of its own: those that SQLite gives the rows of a table with a textual key change when
 * the file is vacuumed. Triggers keep it, so whatever writes the table cannot forget it; restoring a backup fills it.
 */
function sqliteStatements({ table, columns, kept }: Searched): string[] {
  const rows = `search_${table}`;
  const words = `search_${table}_words`;
  const all = [...columns, ...kept];
  const of = (row: string, names: readonly string[]): string => names.map((name) => `${row}.${name}`).join(', ');
  const forget = `INSERT INTO ${words} (${words}, rowid, ${columns.join(', ')}) VALUES ('delete', old.no, ${of('old', columns)})`;
  const learn = `INSERT INTO ${words} (rowid, ${columns.join(', ')}) VALUES (new.no, ${of('new', columns)})`;
  return [
    `CREATE TABLE ${rows} (no integer PRIMARY KEY, id varchar(36) NOT NULL UNIQUE, ${all.map((name) => `${name} text`).join(', ')})`,
    `CREATE VIRTUAL TABLE ${words} USING fts5(${columns.join(', ')}, content='${rows}', content_rowid='no', prefix='1 2 3',
      tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'")`,
    `CREATE VIRTUAL TABLE ${words}_known USING fts5vocab('${words}', 'row')`,
    `CREATE TRIGGER ${rows}_inserted AFTER INSERT ON ${rows} BEGIN ${learn}; END`,
    `CREATE TRIGGER ${rows}_deleted AFTER DELETE ON ${rows} BEGIN ${forget}; END`,
    `CREATE TRIGGER ${rows}_updated AFTER UPDATE OF ${columns.join(', ')} ON ${rows} BEGIN ${forget}; ${learn}; END`,
    `CREATE TRIGGER ${table}_search_inserted AFTER INSERT ON ${table} BEGIN
      INSERT INTO ${rows} (id, ${all.join(', ')}) VALUES (new.id, ${of('new', all)}); END`,
    `CREATE TRIGGER ${table}_search_deleted AFTER DELETE ON ${table} BEGIN DELETE FROM ${rows} WHERE id = old.id; END`,
    `CREATE TRIGGER ${table}_search_kept AFTER UPDATE OF ${kept.join(', ')} ON ${table} BEGIN
      UPDATE ${rows} SET ${kept.map((name) => `${name} = new.${name}`).join(', ')} WHERE id = old.id; END`,
    `CREATE TRIGGER ${table}_search_updated AFTER UPDATE OF ${columns.join(', ')} ON ${table}
      WHEN ${columns.map((name) => `old.${name} IS NOT new.${name}`).join(' OR ')} BEGIN
      UPDATE ${rows} SET ${columns.map((name) => `${name} = new.${name}`).join(', ')} WHERE id = old.id; END`,
  ];
}

/** Searches among the requests of a status or a person; on PostgreSQL an index of words is joined with those of the table itself. */
const SQLITE_LISTS = [
  'CREATE INDEX search_requests_group ON search_requests (status_group, status, no)',
  'CREATE INDEX search_requests_user ON search_requests (user_id, status_group, status, no)',
];

/**
 * The parser of PostgreSQL takes addresses and compounds for words, so punctuation goes first; accents go as they do in SQLite.
 * It needs no extension and no right but that to make tables. It replaces, because a restore drops tables and leaves functions.
 */
const POSTGRES_WORDS = `CREATE OR REPLACE FUNCTION lectern_words(value text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig, lower(regexp_replace(regexp_replace(normalize(left($1, 20000), NFKD),
    '[\\u0300-\\u036f]', '', 'g'), '[!-/:-@[-\`{-~\\u00a1-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]', ' ', 'g')))
$$`;

/**
 * The copy holds the words of a table and nothing else. PostgreSQL looks at every row that it counts, whatever its indexes hold, and of these
 * rows nearly three times as many fit on a page. A trigger keeps it, so whatever writes the table cannot forget it; restoring a backup
 * fills it. Its language is one that every database has from its beginning. SQLite counts in its index of words alone.
 */
function postgresStatements({ table, columns }: Searched): string[] {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `);
  const copy = `search_${table}`;
  return [
    `ALTER TABLE ${table} ADD COLUMN search_words tsvector GENERATED ALWAYS AS (lectern_words(${text})) STORED`,
    `CREATE INDEX ${table}_search_words ON ${table} USING gin (search_words)`,
    `CREATE TABLE ${copy} (id varchar(36) PRIMARY KEY, search_words tsvector)`,
    `CREATE INDEX ${copy}_words ON ${copy} USING gin (search_words)`,
    // it replaces, because a restore drops tables and leaves functions
    `CREATE OR REPLACE FUNCTION lectern_copy_${table}_words() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' THEN
          DELETE FROM ${copy} WHERE id = OLD.id;
        ELSIF TG_OP = 'INSERT' OR NEW.search_words IS DISTINCT FROM OLD.search_words THEN
          INSERT INTO ${copy} (id, search_words) VALUES (NEW.id, NEW.search_words)
            ON CONFLICT (id) DO UPDATE SET search_words = excluded.search_words;
        END IF;
        RETURN NULL;
      END
    $$`,
    `CREATE TRIGGER ${table}_words_copied AFTER INSERT OR DELETE OR UPDATE OF search_words ON ${table}
      FOR EACH ROW EXECUTE FUNCTION lectern_copy_${table}_words()`,
  ];
}

/** Indexes of the words in titles and names. They are the one thing that is made differently on the two databases. */
export const TEXT_SEARCH: StatementsByDialect = {
  sqlite: [...SEARCHED.flatMap(sqliteStatements), ...SQLITE_LISTS],
  postgres: [POSTGRES_WORDS, ...SEARCHED.flatMap(postgresStatements)],
};
