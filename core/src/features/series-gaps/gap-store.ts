import { placeholders, readJson, type RowOf, type Sql, type SqlValue, type Tx } from '../../platform/db/index.js';
import { normalizeText } from '../catalog/index.js';
import type { SeriesGaps } from './count-gaps.js';
import { LibrarySeriesEntity, UnknownBookEntity } from './entities.js';

export type LibrarySeriesRow = RowOf<typeof LibrarySeriesEntity>;

/** Names a series. */
export interface SeriesKey {
  readonly region: string;
  readonly seriesId: string;
}

/** A series as the books of the library name it. */
export interface OwnedSeries extends SeriesKey {
  readonly name: string;
  readonly books: number;
  readonly booksKey: string;
}

export const GAP_ORDERS = ['missing', 'owned', 'name'] as const;
export type GapOrder = (typeof GAP_ORDERS)[number];

export interface GapQuery {
  readonly page: number;
  readonly limit: number;
  readonly sort: GapOrder;
  readonly search?: string;
  /** Those that an admin dismissed instead of the others. */
  readonly dismissed: boolean;
}

/** What is known of all series together. */
export interface GapProgress {
  /** Series of which the library has a book. */
  readonly series: number;
  /** Those that the catalogue was asked about. */
  readonly walked: number;
  readonly lastWalkedAt: string | null;
}

/** The first is that of the index. */
const ORDERS: Readonly<Record<GapOrder, string>> = {
  missing: 'missing DESC, owned DESC, series_id DESC',
  owned: 'owned DESC, missing DESC, series_id',
  name: 'search_name, series_id',
};

/** Lower case, without accents and marks; a name of marks alone stays as it is. */
function searchName(name: string): string {
  return normalizeText(name) ?? name.toLowerCase();
}

function pattern(word: string): string {
  return `%${word.replace(/[!%_]/g, '!$&')}%`;
}

/** A page of series with gaps, and their number. Two statements. */
export async function gapPage(
  sql: Sql,
  region: string,
  { page, limit, sort, search = '', dismissed }: GapQuery,
): Promise<{ readonly rows: LibrarySeriesRow[]; readonly total: number }> {
  const words = searchName(search).split(' ').filter(Boolean).slice(0, 8);
  const where = [
    'region = ?',
    'books > 0',
    dismissed ? 'dismissed_at IS NOT NULL' : 'missing > 0 AND dismissed_at IS NULL',
    ...words.map(() => `search_name LIKE ? ESCAPE '!'`),
  ].join(' AND ');
  const params: SqlValue[] = [region, ...words.map(pattern)];
  // found in an index, because rows that hold long lists are slow to read
  const found = `SELECT series_id FROM library_series WHERE ${where} ORDER BY ${ORDERS[sort]} LIMIT ? OFFSET ?`;
  const rows = await sql.all<LibrarySeriesRow>(
    `SELECT region, series_id, name, owned, missing, upcoming, missing_parts, walked_at, dismissed_at, dismissed_by
     FROM library_series WHERE region = ? AND series_id IN (SELECT series_id FROM (${found}) AS part) ORDER BY ${ORDERS[sort]}`,
    [region, ...params, limit, (page - 1) * limit],
  );
  const count = await sql.get<{ total: number }>(`SELECT COUNT(*) AS total FROM library_series WHERE ${where}`, params);
  return { rows, total: Number(count?.total ?? 0) };
}

/** One statement. */
export async function gapProgress(sql: Sql, region: string): Promise<GapProgress> {
  const row = await sql.get<{ series: number; walked: number; last: string | null }>(
    'SELECT COUNT(*) AS series, COUNT(walked_at) AS walked, MAX(walked_at) AS last FROM library_series WHERE region = ? AND books > 0',
    [region],
  );
  return { series: Number(row?.series ?? 0), walked: Number(row?.walked ?? 0), lastWalkedAt: row?.last ?? null };
}

/** The series that are stored for a region, by id. One statement. */
export async function storedSeries(sql: Sql, region: string): Promise<Map<string, Pick<LibrarySeriesRow, 'name' | 'booksKey'>>> {
  const rows = await sql.all<Pick<LibrarySeriesRow, 'seriesId' | 'name' | 'booksKey'>>(
    'SELECT series_id, name, books_key FROM library_series WHERE region = ?',
    [region],
  );
  return new Map(rows.map((row) => [row.seriesId, row]));
}

/** Stores a series, new or with other books. What is known of its parts stays. */
export async function keepSeries(tx: Tx, series: readonly OwnedSeries[], at: string): Promise<void> {
  const rows = series.map((one) => ({
    ...one,
    searchName: searchName(one.name),
    countedKey: null,
    owned: 0,
    missing: 0,
    upcoming: 0,
    missingParts: '[]',
    listing: null,
    walkAt: at,
    walkedAt: null,
    dismissedAt: null,
    dismissedBy: null,
  }));
  await tx.upsert(LibrarySeriesEntity, rows, {
    conflict: ['region', 'seriesId'],
    update: ['name', 'searchName', 'books', 'booksKey'],
  });
}

/** Forgets series of which the library has no book any more; a dismissed one is remembered. */
export async function forgetSeries(tx: Tx, region: string, seriesIds: readonly string[]): Promise<void> {
  if (seriesIds.length === 0) return;
  const which = `region = ? AND series_id IN (${placeholders(seriesIds.length)})`;
  await tx.run(`DELETE FROM library_series WHERE ${which} AND dismissed_at IS NULL`, [region, ...seriesIds]);
  await tx.run(`UPDATE library_series SET books = 0, books_key = '' WHERE ${which}`, [region, ...seriesIds]);
}

/** Series that the catalogue is due to be asked about, the one that waits longest first. */
export function seriesToWalk(sql: Sql, region: string, now: Date, most: number): Promise<(SeriesKey & { readonly booksKey: string })[]> {
  return sql.all(
    `SELECT region, series_id, books_key FROM library_series WHERE region = ? AND books > 0 AND dismissed_at IS NULL AND walk_at <= ?
     ORDER BY walk_at, series_id LIMIT ?`,
    [region, now.toISOString(), most],
  );
}

/** Series whose books in the library are others than at the last count. */
export async function seriesToCount(
  sql: Sql,
  region: string,
  most: number,
): Promise<(SeriesKey & { readonly booksKey: string; readonly listing: readonly string[] })[]> {
  const rows = await sql.all<SeriesKey & { readonly booksKey: string; readonly listing: string }>(
    `SELECT region, series_id, books_key, listing FROM library_series
     WHERE region = ? AND books > 0 AND listing IS NOT NULL AND counted_key <> books_key ORDER BY series_id LIMIT ?`,
    [region, most],
  );
  return rows.map(({ listing, ...row }) => ({ ...row, listing: readJson<readonly string[]>(listing) }));
}

/** Stores a count. @param walk what a walk found; absent where the stored listing was counted anew */
export async function keepCount(
  tx: Tx,
  { region, seriesId }: SeriesKey,
  booksKey: string,
  { owned, missing, upcoming, missingParts }: SeriesGaps,
  walk?: { readonly listing: readonly string[]; readonly at: string; readonly walkAt: string },
): Promise<void> {
  await tx.run(
    `UPDATE library_series SET counted_key = ?, owned = ?, missing = ?, upcoming = ?, missing_parts = ?
       ${walk ? ', listing = ?, walked_at = ?, walk_at = ?' : ''} WHERE region = ? AND series_id = ?`,
    [
      ...[booksKey, owned, missing, upcoming, JSON.stringify(missingParts)],
      ...(walk ? [JSON.stringify(walk.listing), walk.at, walk.walkAt] : []),
      ...[region, seriesId],
    ],
  );
}

export async function walkLater(tx: Tx, { region, seriesId }: SeriesKey, walkAt: string): Promise<void> {
  await tx.run('UPDATE library_series SET walk_at = ? WHERE region = ? AND series_id = ?', [walkAt, region, seriesId]);
}

/** @param at null takes it back @returns the name and whether that changes anything; `undefined` where the library has no such series */
export async function dismissSeries(
  tx: Tx,
  { region, seriesId }: SeriesKey,
  { at, by }: { readonly at: string | null; readonly by: string | null },
): Promise<{ readonly name: string; readonly isChanged: boolean } | undefined> {
  const row = await tx.get<Pick<LibrarySeriesRow, 'name' | 'dismissedAt'>>(
    'SELECT name, dismissed_at FROM library_series WHERE region = ? AND series_id = ?',
    [region, seriesId],
  );
  if (!row) return undefined;
  if ((row.dismissedAt !== null) === (at !== null)) return { name: row.name, isChanged: false };
  await tx.run('UPDATE library_series SET dismissed_at = ?, dismissed_by = ? WHERE region = ? AND series_id = ?', [
    ...[at, by, region, seriesId],
  ]);
  return { name: row.name, isChanged: true };
}

/** Which of these the catalogue did not know lately. One statement. */
export async function unknownAmong(sql: Sql, region: string, asins: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (asins.length === 0) return new Set();
  const rows = await sql.all<{ asin: string }>(
    `SELECT asin FROM library_unknown_books WHERE region = ? AND ask_at > ? AND asin IN (${placeholders(asins.length)})`,
    [region, now.toISOString(), ...asins],
  );
  return new Set(rows.map(({ asin }) => asin));
}

/** Remembers that the catalogue does not know a book, until it is asked again. */
export async function keepUnknown(tx: Tx, region: string, asin: string, askAt: string): Promise<void> {
  await tx.upsert(UnknownBookEntity, [{ region, asin, askAt }], { conflict: ['region', 'asin'], update: ['askAt'] });
}

/** A series of another region than the server's was last due so long ago: somebody who tries a region loses nothing. */
const FORMER_REGION_DAYS = 30;

/**
 * Forgets marks of unknown books that are to be asked about again anyway, and the series of regions that the server left. Dismissed series
 * are remembered, because a person said so. @returns how many rows
 */
export async function forgetGaps(tx: Tx, region: string, now: Date): Promise<number> {
  const left = new Date(now.getTime() - FORMER_REGION_DAYS * 86_400_000).toISOString();
  const unknown = await tx.run('DELETE FROM library_unknown_books WHERE ask_at <= ?', [now.toISOString()]);
  const series = await tx.run('DELETE FROM library_series WHERE region <> ? AND walk_at < ? AND dismissed_at IS NULL', [region, left]);
  return unknown + series;
}
