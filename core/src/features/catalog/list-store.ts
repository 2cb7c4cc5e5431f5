import { placeholders, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { CatalogListEntity } from './entities.js';

/** Lists that every server keeps and a job refreshes. */
export const STORED_LISTS = ['popular', 'new-releases'] as const;

export type StoredList = (typeof STORED_LISTS)[number];

/** A list that is kept: one of every server, or the books of a category. */
export type ListKey = StoredList | `category:${string}`;

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

/** Forgets the lists of a region's categories but those named. */
export async function keepCategoryLists(tx: Tx, region: string, kept: readonly ListKey[]): Promise<void> {
  const others = kept.length === 0 ? '' : `AND category NOT IN (${placeholders(kept.length)})`;
  await tx.run(`DELETE FROM catalog_cache_categories WHERE region = ? AND category LIKE '${OF_CATEGORY}%' ${others}`, [region, ...kept]);
}

/** One page of a list, in two statements. */
export async function readList(sql: Sql, list: ListKey, region: string, page: number, limit: number): Promise<ListSlice> {
  const where = 'region = ? AND category = ?';
  const rows = await sql.all<ListRow>(
    `SELECT asin, fetched_at FROM catalog_cache_categories WHERE ${where} ORDER BY position LIMIT ? OFFSET ?`,
    [region, list, limit, (page - 1) * limit],
  );
  const whole = await sql.get<{ total: number; fetchedAt: string | null }>(
    `SELECT COUNT(*) AS total, MAX(fetched_at) AS fetched_at FROM catalog_cache_categories WHERE ${where}`,
    [region, list],
  );
  return {
    asins: rows.map(({ asin }) => asin),
    total: Number(whole?.total ?? 0),
    ...(whole?.fetchedAt ? { fetchedAt: whole.fetchedAt } : {}),
  };
}

/** The beginnings of stored lists, in one statement; an entry for each. */
export async function readListHeads(sql: Sql, lists: readonly ListKey[], region: string, count: number): Promise<Map<ListKey, ListSlice>> {
  if (lists.length === 0) return new Map();
  const rows = await sql.all<ListRow>(
    `SELECT category, asin, fetched_at FROM catalog_cache_categories
     WHERE region = ? AND category IN (${placeholders(lists.length)}) AND position < ? ORDER BY category, position`,
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

/** Returns when each list of a region was fetched; lists that never were are missing. */
export async function readListAges(sql: Sql, region: string): Promise<Map<string, string>> {
  const rows = await sql.all<{ category: string; fetchedAt: string }>(
    'SELECT category, MIN(fetched_at) AS fetched_at FROM catalog_cache_categories WHERE region = ? GROUP BY category',
    [region],
  );
  return new Map(rows.map(({ category, fetchedAt }) => [category, fetchedAt]));
}
