import type { CatalogBook } from '@lectern/plugin-api';
import { placeholders, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { bookColumns, bookFromRow, type AudiobookRow } from './book-store.js';
import { CatalogListEntity } from './entities.js';

/** Lists that every server keeps and a job refreshes. */
export const STORED_LISTS = ['popular', 'new-releases'] as const;

export type StoredList = (typeof STORED_LISTS)[number];

/** Lists that are kept because somebody opened them. */
export type OpenedList = `author-books:${string}` | `series-books:${string}`;

/** A list that is kept: one of every server, the books of a category, or those of an author or a series. */
export type ListKey = StoredList | `category:${string}` | OpenedList;

const OF_CATEGORY = 'category:';
/** The column holds a hundred characters. */
const LONGEST_ID = 100 - OF_CATEGORY.length;

export function categoryList(id: string): ListKey {
  return `${OF_CATEGORY}${id}`;
}

/** The category whose books a list holds. */
export function categoryOf(key: string): string | undefined {
  return key.startsWith(OF_CATEGORY) ? key.slice(OF_CATEGORY.length) : undefined;
}

/** Whether the books of a category can be kept under its id. */
export function isKeepable(id: string): boolean {
  return id.length <= LONGEST_ID;
}

type ListRow = Pick<RowOf<typeof CatalogListEntity>, 'category' | 'asin' | 'fetchedAt'>;

/** A slice of a stored list. */
export interface ListSlice {
  readonly asins: readonly string[];
  readonly total: number;
  /** Absent while the list was never fetched. */
  readonly fetchedAt?: string;
}

/**
 * Puts a new list in the place of the old one. Rows are written over and the rest is cut off, so that the list is
 * never empty on the way.
 */
export async function replaceList(tx: Tx, list: ListKey, region: string, asins: readonly string[], fetchedAt: string): Promise<void> {
  if (asins.length === 0) return;
  const rows = asins.map((asin, position) => ({ region, category: list, position, asin, fetchedAt }));
  await tx.upsert(CatalogListEntity, rows, { conflict: ['region', 'category', 'position'], update: ['asin', 'fetchedAt'] });
  await tx.run('DELETE FROM catalog_cache_categories WHERE region = ? AND category = ? AND position >= ?', [region, list, asins.length]);
}

/** A page of an opened list, as it was fetched. */
export interface FetchedSlice {
  readonly region: string;
  readonly page: number;
  readonly limit: number;
  /** Positions are those of the catalogue: a recording that was merged with another leaves its own empty, so pages of any size agree. */
  readonly listed: readonly { readonly asin: string; readonly position: number }[];
  /** Nothing comes after it. */
  readonly isLast: boolean;
  readonly fetchedAt: string;
}

/** Books of an opened list that are kept at most. */
const LONGEST_LIST = 500;

/** Puts a page of an opened list in the place of what was kept there. Pages may come in any order and in several sizes. */
export async function replaceSlice(tx: Tx, list: OpenedList, slice: FetchedSlice): Promise<void> {
  const { region, page, limit, listed, isLast, fetchedAt } = slice;
  const from = (page - 1) * limit;
  if (from >= LONGEST_LIST) return;
  const rows = listed
    .filter(({ position }) => position < LONGEST_LIST)
    .map(({ asin, position }) => ({ region, category: list, position, asin, fetchedAt }));
  const within = isLast ? 'position >= ?' : 'position >= ? AND position < ?';
  const moved = rows.length === 0 ? '' : `OR asin IN (${placeholders(rows.length)})`;
  await tx.run(`DELETE FROM catalog_cache_categories WHERE region = ? AND category = ? AND ((${within}) ${moved})`, [
    region,
    list,
    from,
    ...(isLast ? [] : [from + limit]),
    ...rows.map(({ asin }) => asin),
  ]);
  if (rows.length > 0)
    await tx.upsert(CatalogListEntity, rows, { conflict: ['region', 'category', 'position'], update: ['asin', 'fetchedAt'] });
}

/** Opened lists that are forgotten at once, at most. */
const MOST_FORGOTTEN = 1_000;

/** Forgets opened lists that were last fetched before a time, and the oldest beyond a number. @returns how many */
export async function forgetOpenedLists(tx: Tx, { before, most }: { readonly before: string; readonly most: number }): Promise<number> {
  const lists = await tx.all<{ region: string; category: string; fetchedAt: string }>(
    `SELECT region, category, MAX(fetched_at) AS fetched_at FROM catalog_cache_categories
     WHERE category LIKE 'author-books:%' OR category LIKE 'series-books:%'
     GROUP BY region, category ORDER BY MAX(fetched_at) DESC, region, category`,
  );
  const old = lists.filter(({ fetchedAt }, index) => index >= most || fetchedAt < before).slice(-MOST_FORGOTTEN);
  for (const { region, category } of old) {
    await tx.run('DELETE FROM catalog_cache_categories WHERE region = ? AND category = ?', [region, category]);
  }
  return old.length;
}

/** Forgets the lists of a region's categories but those named. */
export async function keepCategoryLists(tx: Tx, region: string, kept: readonly ListKey[]): Promise<void> {
  const others = kept.length === 0 ? '' : `AND category NOT IN (${placeholders(kept.length)})`;
  await tx.run(`DELETE FROM catalog_cache_categories WHERE region = ? AND category LIKE '${OF_CATEGORY}%' ${others}`, [region, ...kept]);
}

/** A page of a stored list. */
export interface ListPage {
  /** In the order of the list, without those that are not stored. */
  readonly books: readonly CatalogBook[];
  /** The length of the list. */
  readonly total: number;
  /** Absent while the list was never fetched. */
  readonly fetchedAt?: string;
}

type Whole = { readonly total: number; readonly listFetchedAt: string | null; readonly position: number | null };
type NoBook = { readonly [Member in keyof AudiobookRow]: null };

/** Entries of a list whose recording has not come before it under another ASIN: somebody may have merged the two since the list was fetched. */
const FIRST_OF_WORK = `NOT EXISTS (SELECT 1 FROM work_asins m
  JOIN work_asins o ON o.work_id = m.work_id AND o.asin <> m.asin
  JOIN catalog_cache_categories e ON e.region = c.region AND e.category = c.category AND e.asin = o.asin AND e.position < c.position
  WHERE m.asin = c.asin)`;

/** One page of a list with its books, in one statement; a book is of the region if it is known there, else of any. */
export async function readListPage(sql: Sql, list: ListKey, region: string, page: number, limit: number): Promise<ListPage> {
  const listed = `FROM catalog_cache_categories c WHERE c.region = ? AND c.category = ? AND ${FIRST_OF_WORK}`;
  const rows = await sql.all<Whole & (AudiobookRow | NoBook)>(
    `SELECT whole.total, whole.list_fetched_at, listed.position, ${bookColumns('b')}
     FROM (SELECT COUNT(*) AS total, MIN(c.fetched_at) AS list_fetched_at ${listed}) AS whole
     LEFT JOIN (SELECT c.position, c.asin ${listed} ORDER BY c.position LIMIT ? OFFSET ?) AS listed ON 1 = 1
     LEFT JOIN audiobooks b ON b.asin = listed.asin ORDER BY listed.position, b.region`,
    [region, list, region, list, limit, (page - 1) * limit],
  );
  const books = new Map<number | null, CatalogBook>();
  for (const row of rows) {
    if (row.asin === null) continue;
    if (row.region === region || !books.has(row.position)) books.set(row.position, bookFromRow(row));
  }
  const [whole] = rows;
  return {
    books: [...books.values()],
    total: Number(whole?.total ?? 0),
    ...(whole?.listFetchedAt ? { fetchedAt: whole.listFetchedAt } : {}),
  };
}

/** Whether anything is stored of a list. */
export async function isListStored(sql: Sql, list: ListKey, region: string): Promise<boolean> {
  const row = await sql.get('SELECT 1 AS one FROM catalog_cache_categories WHERE region = ? AND category = ? LIMIT 1', [region, list]);
  return row !== undefined;
}

/** The beginnings of stored lists, in one statement; an entry for each. */
export async function readListHeads(sql: Sql, lists: readonly ListKey[], region: string, count: number): Promise<Map<ListKey, ListSlice>> {
  if (lists.length === 0) return new Map();
  const rows = await sql.all<ListRow>(
    `SELECT c.category, c.asin, c.fetched_at FROM catalog_cache_categories c
     WHERE c.region = ? AND c.category IN (${placeholders(lists.length)}) AND c.position < ? AND ${FIRST_OF_WORK} ORDER BY c.category, c.position`,
    [region, ...lists, count],
  );
  return new Map(
    lists.map((list) => {
      const mine = rows.filter(({ category }) => category === list);
      const fetchedAt = mine[0]?.fetchedAt;
      return [list, { asins: mine.map(({ asin }) => asin), total: mine.length, ...(fetchedAt ? { fetchedAt } : {}) }];
    }),
  );
}

/** Returns when each of these lists of a region was fetched; lists that never were are missing. In one statement. */
export async function readListAges(sql: Sql, lists: readonly ListKey[], region: string): Promise<Map<string, string>> {
  if (lists.length === 0) return new Map();
  const rows = await sql.all<{ category: string; fetchedAt: string }>(
    `SELECT category, MIN(fetched_at) AS fetched_at FROM catalog_cache_categories
     WHERE region = ? AND category IN (${placeholders(lists.length)}) GROUP BY category`,
    [region, ...lists],
  );
  return new Map(rows.map(({ category, fetchedAt }) => [category, fetchedAt]));
}
