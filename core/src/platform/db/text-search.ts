import { distance } from 'fastest-levenshtein';
import type { Database } from './database.js';
import type { SqlValue } from './sql.js';

/** Tables that have an index of words; each has an `id`. The migration `text-search` says which columns are in it. */
export const SEARCHED_TABLES = ['requests', 'library_items'] as const;
export type SearchedTable = (typeof SEARCHED_TABLES)[number];

/** The table that the database keeps beside a searched one: on SQLite what the index of words is about, on PostgreSQL the words alone. */
export const indexTableOf = (table: SearchedTable): string => `search_${table}`;

/** Where rows are that a text is found in. */
interface FoundRows {
  /** The text after FROM. It has the columns that a list is filtered and sorted by, under the alias of the target. */
  readonly from: string;
  /** A condition that is part of WHERE. */
  readonly where: string;
  readonly params: readonly SqlValue[];
}

/** Other ways to the same rows, where the planner of the database does not choose by itself. */
interface OtherWays {
  /** In the order of a list: fast for words that so many rows have that putting those in order takes longer. */
  readonly inOrder?: FoundRows;
  /** By what else filters a list, in an index of it: fast where that leaves fewer rows than have the words. */
  readonly amongFew?: FoundRows;
}

export interface Found extends FoundRows, OtherWays {
  /** Counts the rows when nothing else filters them. */
  readonly count: string;
}

/** How rows are looked for; `undefined`: by their words. */
export type WayOfFinding = keyof OtherWays | undefined;

/** A word in so many rows is looked for in the order of the list, as long as the page is near its beginning. */
const FREQUENT = 2_000;
const NEAR = 200;

/** Whether a page is found sooner in the order of its list. @param rows that the search finds in all */
export function isReadInOrder(rows: number, { page, limit }: { readonly page: number; readonly limit: number }): boolean {
  return rows >= FREQUENT && page * limit <= NEAR;
}

/** Words in one search; those that follow are not looked at. */
const MOST_WORDS = 12;
const SEPARATORS = /[^\p{L}\p{N}\p{M}\p{Co}]+/u;
/** Accents of Latin, Greek and Cyrillic letters. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Scripts that put no spaces between words, so that an index of words has whole titles in it. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function withoutAccents(word: string): string {
  return word.normalize('NFKD').replace(ACCENTS, '');
}

/** Words of a search, in lower case, each once. */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFKC').toLowerCase().split(SEPARATORS);
  return [...new Set(words.filter((word) => withoutAccents(word) !== ''))].slice(0, MOST_WORDS);
}

/** The search in the language of the database's own index. A word also stands for those that begin with it. */
function matchQuery(dialect: Database['dialect'], words: readonly string[]): string {
  // SQLite takes accents away itself; PostgreSQL would need an extension
  return dialect === 'sqlite'
    ? words.map((word) => `"${word}"*`).join(' ')
    : words.map((word) => `'${withoutAccents(word)}':*`).join(' & ');
}

/** A table as a statement names it. */
export interface SearchTarget {
  readonly table: SearchedTable;
  readonly alias: string;
  /** The columns whose words are in the index. */
  readonly columns: readonly string[];
}

/** A condition in the language of PostgreSQL. */
const HAS_WORDS = `search_words @@ to_tsquery('simple', ?)`;

/** Rows that hold every word of a search, or words that begin like it. */
function withWords(dialect: Database['dialect'], { table, alias }: SearchTarget, words: readonly string[]): Found {
  const params = [matchQuery(dialect, words)];
  const index = `${indexTableOf(table)}_words`;
  const match = `${index} MATCH ?`;
  const where = `${alias}.${HAS_WORDS}`;
  // the sign keeps the planner from going through all numbers for each row
  const isNumbered = (rows: string): string => `+${rows}.no IN (SELECT rowid FROM ${index} WHERE ${match})`;
  return dialect === 'sqlite'
    ? {
        // in this order: the planner does not know how few rows a word is in
        from: `${index} CROSS JOIN ${indexTableOf(table)} ${alias} ON ${alias}.no = ${index}.rowid`,
        where: match,
        params,
        count: `SELECT COUNT(*) AS total FROM ${index} WHERE ${match}`,
        inOrder: {
          from: `${table} ${alias} CROSS JOIN ${indexTableOf(table)} numbered ON numbered.id = ${alias}.id`,
          where: isNumbered('numbered'),
          params,
        },
        amongFew: { from: `${indexTableOf(table)} ${alias}`, where: isNumbered(alias), params },
      }
    : {
        from: `${table} ${alias}`,
        where,
        params,
        count: `SELECT COUNT(*) AS total FROM ${indexTableOf(table)} WHERE ${HAS_WORDS}`,
      };
}

/** Rows in one of whose columns the text stands as it is, in any case of letters. Every row is looked at. */
function withText({ table, alias, columns }: SearchTarget, text: string): Found {
  const like = `%${text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const where = `(${columns.map((column) => String.raw`LOWER(${alias}.${column}) LIKE ? ESCAPE '\'`).join(' OR ')})`;
  const from = `${table} ${alias}`;
  return { from, where, params: columns.map(() => like), count: `SELECT COUNT(*) AS total FROM ${from} WHERE ${where}` };
}

/** Rows in which a text is found. Words count by their beginning, and without accents. */
export function findText(dialect: Database['dialect'], target: SearchTarget, text: string): Found {
  const words = wordsOf(text);
  return words.length > 0 && !WITHOUT_SPACES.test(text) ? withWords(dialect, target, words) : withText(target, text);
}

/** Letters that a word needs so that another one can be meant. */
const SHORTEST_MISTYPED = 4;
/** Words of the index that are compared with one that was not found; PostgreSQL takes them from so many rows. */
const MOST_COMPARED = 20_000;
const MOST_ROWS_COMPARED = 4_000;

const sorted = (word: string): string => [...word].sort().join('');

/** One letter added, left out or changed, two of a long word, or two letters that changed places. */
function isMistyped(typed: string, known: string): boolean {
  const edits = distance(typed, known);
  return edits <= (typed.length < 7 ? 1 : 2) || (edits === 2 && sorted(typed) === sorted(known));
}

interface KnownWord {
  readonly word: string;
  /** Rows that hold it. */
  readonly rows: number;
}

/** Words of an index, without accents, that begin with two letters. */
async function knownWords({ read, dialect }: Database, table: SearchedTable, start: string): Promise<KnownWord[]> {
  const end = `${start}\u{10ffff}`;
  if (dialect === 'sqlite') {
    return read.all<KnownWord>(
      `SELECT term AS word, doc AS rows FROM ${indexTableOf(table)}_words_known WHERE term >= ? AND term < ? LIMIT ${MOST_COMPARED}`,
      [start, end],
    );
  }
  const rows = `SELECT search_words FROM ${indexTableOf(table)} WHERE search_words @@ to_tsquery('simple', '''${start}'':*') LIMIT ${MOST_ROWS_COMPARED}`;
  return read.all<KnownWord>('SELECT word, ndoc AS rows FROM ts_stat(?) WHERE starts_with(word, ?)', [rows, start]);
}

async function closestWord(database: Database, table: SearchedTable, word: string): Promise<string | undefined> {
  const typed = withoutAccents(word);
  if ([...typed].length < SHORTEST_MISTYPED) return undefined;
  const [first = '', second = '', third = ''] = [...typed];
  const starts = new Set([first + second, second + first, first + third]);
  const known = (await Promise.all([...starts].map((start) => knownWords(database, table, start)))).flat();
  const close = known.filter(({ word }) => Math.abs(word.length - typed.length) <= 2 && isMistyped(typed, word));
  close.sort((a, b) => distance(typed, a.word) - distance(typed, b.word) || b.rows - a.rows || (a.word < b.word ? -1 : 1));
  return close[0]?.word;
}

async function isKnown({ read, dialect }: Database, target: SearchTarget, word: string): Promise<boolean> {
  const { from, where, params } = withWords(dialect, target, [word]);
  // asked for one row, PostgreSQL would go through the table, as it takes every word for one that many rows have
  const sql =
    dialect === 'sqlite'
      ? `SELECT 1 AS one FROM ${from} WHERE ${where} LIMIT 1`
      : `WITH found AS MATERIALIZED (SELECT 1 AS one FROM ${indexTableOf(target.table)} WHERE ${HAS_WORDS}) SELECT one FROM found LIMIT 1`;
  return (await read.get(sql, params)) !== undefined;
}

/**
 * Looks for what may have been meant by a search that found nothing: words that are there and differ by a typing error. Of the
 * first two letters, one has to be right.
 *
 * @returns the search in other words; `undefined`: there is nothing like it
 */
export async function correctedSearch(database: Database, target: SearchTarget, text: string): Promise<string | undefined> {
  if (WITHOUT_SPACES.test(text)) return undefined;
  const words = wordsOf(text);
  const corrected: string[] = [];
  for (const word of words) {
    const meant = (await isKnown(database, target, word)) ? word : await closestWord(database, target.table, word);
    if (meant === undefined) return undefined;
    corrected.push(meant);
  }
  return corrected.join() === words.join() ? undefined : corrected.join(' ');
}
