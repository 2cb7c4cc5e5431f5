import { ForwardMigration, type StatementsByDialect } from './forward-migration.js';

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
    `INSERT INTO ${rows} (id, ${all.join(', ')}) SELECT id, ${all.join(', ')} FROM ${table} ORDER BY id`,
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

/**
 * The parser of PostgreSQL takes addresses and compounds for words, so punctuation goes first; accents go as they do in SQLite.
 * It needs no extension and no right but that to make tables. It replaces, because a restore drops tables and leaves functions.
 */
const POSTGRES_WORDS = `CREATE OR REPLACE FUNCTION lectern_words(value text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple'::regconfig, lower(regexp_replace(regexp_replace(normalize(left($1, 20000), NFKD),
    '[\\u0300-\\u036f]', '', 'g'), '[!-/:-@[-\`{-~\\u00a1-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]', ' ', 'g')))
$$`;

function postgresStatements({ table, columns }: Searched): string[] {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `);
  return [
    `ALTER TABLE ${table} ADD COLUMN search_words tsvector GENERATED ALWAYS AS (lectern_words(${text})) STORED`,
    `CREATE INDEX ${table}_search_words ON ${table} USING gin (search_words)`,
  ];
}

/** Orders that pages can be asked for in, and that had no index. */
const ORDERS = [
  'CREATE INDEX requests_title ON requests (title, id)',
  'CREATE INDEX requests_user_title ON requests (user_id, title, id)',
  'CREATE INDEX requests_user_updated ON requests (user_id, updated_at, id)',
];

const STATEMENTS: StatementsByDialect = {
  sqlite: [...SEARCHED.flatMap(sqliteStatements), ...ORDERS],
  postgres: [POSTGRES_WORDS, ...SEARCHED.flatMap(postgresStatements), ...ORDERS],
};

/** Indexes of the words in titles and names. They are the one thing that is made differently on the two databases. */
export class TextSearch1763980000000 extends ForwardMigration {
  readonly name = 'TextSearch1763980000000';
  protected readonly statements = STATEMENTS;
}
