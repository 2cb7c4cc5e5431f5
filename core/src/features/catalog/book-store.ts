import type { CatalogBook } from '@lectern/plugin-api';
import { isTrue, padded, placeholders, readJson, type RowOf, type Sql } from '../../platform/db/index.js';
import { snakeName } from '../../platform/db/sql.js';
import type { AudiobookEntity } from './entities.js';
import { normalizeText } from './book-text.js';
import { calendarDay } from './calendar-day.js';

/** A row of `audiobooks`, JSON still as text. */
export type AudiobookRow = RowOf<typeof AudiobookEntity>;

/** A book and when its details were fetched. */
export interface StoredBook {
  readonly book: CatalogBook;
  readonly fetchedAt: string;
}

/** Marks a book known only from a listing, which may lack members that its own page has. */
export const NEVER_FETCHED = '1970-01-01T00:00:00.000Z';

const COLUMN_NAMES =
  `asin, region, title, subtitle, authors, narrators, series_list, duration_minutes, release_date, language, publisher, isbn,
  description, cover_url, sample_url, genres, rating_average, rating_count, abridged, adult, fetched_at`.split(/,\s+/);

/** The columns that {@link bookFromRow} reads, of a table that a statement calls `alias`. */
export function bookColumns(alias: string): string {
  return COLUMN_NAMES.map((name) => `${alias}.${name}`).join(', ');
}

const COLUMNS = bookColumns('audiobooks');

const BATCH = 100;

/** Written out, as lists make hundreds of books a second. */
export function bookFromRow(row: AudiobookRow): CatalogBook {
  const book: { -readonly [Member in keyof CatalogBook]: CatalogBook[Member] } = {
    asin: row.asin,
    region: row.region,
    title: row.title,
    authors: readJson(row.authors),
    narrators: readJson(row.narrators),
    series: readJson(row.seriesList),
    genres: readJson(row.genres),
  };
  if (row.subtitle !== null) book.subtitle = row.subtitle;
  if (row.durationMinutes !== null) book.durationMinutes = row.durationMinutes;
  // earlier versions stored whatever looked like a day
  const releaseDate = calendarDay(row.releaseDate);
  if (releaseDate !== undefined) book.releaseDate = releaseDate;
  if (row.language !== null) book.language = row.language;
  if (row.publisher !== null) book.publisher = row.publisher;
  if (row.isbn !== null) book.isbn = row.isbn;
  if (row.description !== null) book.description = row.description;
  if (row.coverUrl !== null) book.coverUrl = row.coverUrl;
  if (row.sampleUrl !== null) book.sampleUrl = row.sampleUrl;
  if (row.ratingAverage !== null) book.rating = { average: row.ratingAverage, count: row.ratingCount ?? 0 };
  if (row.abridged !== null) book.abridged = isTrue(row.abridged);
  if (row.adult !== null) book.adult = isTrue(row.adult);
  return book;
}

function toRow(book: CatalogBook, fetchedAt: string): AudiobookRow {
  return {
    asin: book.asin,
    region: book.region,
    title: book.title,
    subtitle: book.subtitle ?? null,
    authors: JSON.stringify(book.authors),
    narrators: JSON.stringify(book.narrators),
    seriesList: JSON.stringify(book.series),
    series: book.series[0]?.name ?? null,
    seriesPart: book.series[0]?.part ?? null,
    durationMinutes: book.durationMinutes ?? null,
    releaseDate: book.releaseDate ?? null,
    language: book.language ?? null,
    publisher: book.publisher ?? null,
    isbn: book.isbn ?? null,
    description: book.description ?? null,
    coverUrl: book.coverUrl ?? null,
    sampleUrl: book.sampleUrl ?? null,
    genres: JSON.stringify(book.genres),
    ratingAverage: book.rating?.average ?? null,
    ratingCount: book.rating?.count ?? null,
    abridged: book.abridged ?? null,
    adult: book.adult ?? null,
    fetchedAt,
  };
}

const LISTS = new Set(['authors', 'narrators', 'series_list', 'genres']);

/** Keeps the stored value of a member that a listing leaves out, because it may come from the book's own page. */
function assignment(column: string): string {
  if (LISTS.has(column)) {
    return `${column} = CASE WHEN excluded.${column} = '[]' THEN audiobooks.${column} ELSE excluded.${column} END`;
  }
  if (column === 'fetched_at') {
    return 'fetched_at = CASE WHEN excluded.fetched_at > audiobooks.fetched_at THEN excluded.fetched_at ELSE audiobooks.fetched_at END';
  }
  return `${column} = COALESCE(excluded.${column}, audiobooks.${column})`;
}

/** Stores books in one statement for every hundred. Absent members keep their stored values. */
export async function saveBooks(sql: Sql, books: readonly CatalogBook[], fetchedAt: string): Promise<void> {
  const unique = new Map(books.map((book) => [`${book.asin} ${book.region}`, book]));
  // One order for all writers, so that two of them cannot wait for each other.
  const sorted = [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, book]) => toRow(book, fetchedAt));
  for (let start = 0; start < sorted.length; start += BATCH) {
    const rows = sorted.slice(start, start + BATCH);
    const columns = Object.keys(rows[0] ?? {}).map(snakeName);
    const tuple = `(${placeholders(columns.length)})`;
    const assignments = columns.filter((column) => column !== 'asin' && column !== 'region').map(assignment);
    await sql.run(
      `INSERT INTO audiobooks (${columns.join(', ')}) VALUES ${rows.map(() => tuple).join(', ')}
       ON CONFLICT (asin, region) DO UPDATE SET ${assignments.join(', ')}`,
      rows.flatMap((row) => Object.values(row)),
    );
  }
}

/** Books by ASIN in one statement, of the wanted region where it is known there, else of any. */
export async function loadBooks(sql: Sql, asins: readonly string[], region: string): Promise<Map<string, StoredBook>> {
  const found = new Map<string, StoredBook>();
  const unique = padded([...new Set(asins)]);
  if (unique.length === 0) return found;
  const rows = await sql.all<AudiobookRow>(
    `SELECT ${COLUMNS} FROM audiobooks WHERE asin IN (${placeholders(unique.length)}) ORDER BY asin, region`,
    unique,
  );
  for (const row of rows) {
    if (row.region === region || !found.has(row.asin)) found.set(row.asin, { book: bookFromRow(row), fetchedAt: row.fetchedAt });
  }
  return found;
}

/** Some columns of stored books by ASIN in one statement, of the wanted region where the book is known there, else of any. */
async function loadColumns<Name extends 'title' | 'authors' | 'releaseDate' | 'seriesList'>(
  sql: Pick<Sql, 'all'>,
  names: readonly Name[],
  asins: readonly string[],
  region: string,
): Promise<Map<string, Pick<AudiobookRow, Name>>> {
  if (asins.length === 0) return new Map();
  const wanted = padded(asins);
  const rows = await sql.all<Pick<AudiobookRow, 'asin' | 'region' | Name>>(
    `SELECT asin, region, ${names.map(snakeName).join(', ')} FROM audiobooks WHERE asin IN (${placeholders(wanted.length)}) ORDER BY asin, region`,
    wanted,
  );
  const chosen = new Map<string, (typeof rows)[number]>();
  for (const row of rows) if (row.region === region || !chosen.has(row.asin)) chosen.set(row.asin, row);
  return chosen;
}

/** Days of release by ASIN in one statement, of the wanted region where the book is known there, else of any. */
export async function loadReleaseDays(sql: Sql, asins: readonly string[], region: string): Promise<Map<string, string>> {
  return new Map(
    [...(await loadColumns(sql, ['releaseDate'], asins, region))].flatMap(([asin, { releaseDate }]) => {
      const day = calendarDay(releaseDate);
      return day === undefined ? [] : [[asin, day] as const];
    }),
  );
}

/** Series by ASIN in one statement, of the wanted region where the book is known there, else of any. */
export async function loadSeries(sql: Sql, asins: readonly string[], region: string): Promise<Map<string, CatalogBook['series']>> {
  const rows = await loadColumns(sql, ['seriesList'], [...new Set(asins)], region);
  return new Map([...rows].map(([asin, { seriesList }]) => [asin, readJson(seriesList)]));
}

/** What a book is called, and by whom it is. */
export type BookHeading = Pick<CatalogBook, 'title' | 'authors' | 'series'>;

/** Headings by ASIN in one statement, of the wanted region where the book is known there, else of any. */
export async function loadHeadings(sql: Sql, asins: readonly string[], region: string): Promise<Map<string, BookHeading>> {
  const rows = await loadColumns(sql, ['title', 'authors', 'seriesList'], asins, region);
  return new Map(
    [...rows].map(([asin, { title, authors, seriesList }]) => [asin, { title, authors: readJson(authors), series: readJson(seriesList) }]),
  );
}

/** A book as a part of its series. */
export type SeriesPart = Pick<CatalogBook, 'asin' | 'series' | 'releaseDate' | 'rating'>;

type PartRow = Pick<AudiobookRow, 'asin' | 'seriesList' | 'releaseDate' | 'ratingAverage' | 'ratingCount'>;

function partFromRow({ asin, seriesList, releaseDate, ratingAverage, ratingCount }: PartRow): SeriesPart {
  const day = calendarDay(releaseDate);
  return {
    asin,
    series: readJson(seriesList),
    ...(day === undefined ? {} : { releaseDate: day }),
    ...(ratingAverage === null ? {} : { rating: { average: ratingAverage, count: ratingCount ?? 0 } }),
  };
}

/** Stored books whose primary series has one of these names, in one statement; of a region, at most `most`. */
export async function booksOfSeries(sql: Sql, names: readonly string[], region: string, most: number): Promise<SeriesPart[]> {
  if (names.length === 0) return [];
  // the index has all that chooses them, so no other row is read
  const rows = await sql.all<PartRow>(
    `SELECT asin, series_list, release_date, rating_average, rating_count FROM audiobooks
     WHERE region = ? AND asin IN (SELECT asin FROM
       (SELECT asin FROM audiobooks WHERE region = ? AND series IN (${placeholders(names.length)}) ORDER BY asin LIMIT ?) AS part)
     ORDER BY asin`,
    [region, region, ...names, most],
  );
  return rows.map(partFromRow);
}

/** The number of rows that a search over stored books reads at most. */
const MOST_ROWS = 500;

/** `LIKE` pattern of a word. Letters beyond ASCII match any, because SQLite knows no case for them. */
function pattern(word: string): string {
  const escaped = word.replace(/[!%_]/g, '!$&').replace(/[^\x20-\x7e]/g, '_');
  return `%${escaped}%`;
}

/** Stored books of a region with all words of the text in title, people or series; the best known first. */
export async function findBooks(sql: Sql, text: string, region: string): Promise<CatalogBook[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const keys = (normalizeText(text) ?? '').split(' ').filter(Boolean);
  if (keys.length === 0) return [];
  const clause = `LOWER(title || ' ' || COALESCE(subtitle, '') || authors || narrators || series_list) LIKE ? ESCAPE '!'`;
  const rows = await sql.all<AudiobookRow>(
    `SELECT ${COLUMNS} FROM audiobooks WHERE region = ? AND ${words.map(() => clause).join(' AND ')}
     ORDER BY COALESCE(rating_count, 0) DESC, asin LIMIT ${MOST_ROWS}`,
    [region, ...words.map(pattern)],
  );
  const haystack = (book: CatalogBook): string =>
    [book.title, book.subtitle ?? '', ...book.authors.map(({ name }) => name), ...book.narrators, ...book.series.map(({ name }) => name)]
      .map((part) => normalizeText(part) ?? '')
      .join(' ');
  return rows.map(bookFromRow).filter((book) => {
    const hay = haystack(book);
    return book.asin === text.trim().toUpperCase() || keys.every((key) => hay.includes(key));
  });
}

/** Titles of a series that are looked at. */
const MOST_TITLES = 500;

/** Titles of the stored books of a series, each with its own series data; of one region, in one statement. */
export async function titlesOfSeries(sql: Sql, name: string, region: string): Promise<{ title: string; series: CatalogBook['series'] }[]> {
  const rows = await sql.all<Pick<AudiobookRow, 'title' | 'seriesList'>>(
    `SELECT title, series_list FROM audiobooks WHERE series = ? AND region = ? ORDER BY asin LIMIT ${MOST_TITLES}`,
    [name, region],
  );
  return rows.map(({ title, seriesList }) => ({ title, series: readJson(seriesList) }));
}
