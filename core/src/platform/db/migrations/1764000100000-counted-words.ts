import { ForwardMigration, type StatementsByDialect } from './forward-migration.js';

/**
 * A copy of the words of a table, and nothing else. PostgreSQL looks at every row that it counts, whatever its indexes hold, and of these
 * rows nearly three times as many fit on a page. A trigger keeps it, so whatever writes the table cannot forget it; restoring a backup
 * fills it. Its language is one that every database has from its beginning.
 */
function postgresStatements(table: string): string[] {
  const copy = `search_${table}`;
  return [
    `CREATE TABLE ${copy} (id varchar(36) PRIMARY KEY, search_words tsvector)`,
    `INSERT INTO ${copy} (id, search_words) SELECT id, search_words FROM ${table} ORDER BY id`,
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

const STATEMENTS: StatementsByDialect = { sqlite: [], postgres: ['requests', 'library_items'].flatMap(postgresStatements) };

/** Counting what a search finds; SQLite counts in its index of words alone. */
export class CountedWords1764000100000 extends ForwardMigration {
  readonly name = 'CountedWords1764000100000';
  protected readonly statements = STATEMENTS;
}
