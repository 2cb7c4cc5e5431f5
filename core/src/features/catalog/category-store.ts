import type { CatalogCategory } from '@lectern/plugin-api';
import { placeholders, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { CatalogCategoryEntity } from './entities.js';

type CategoryRow = RowOf<typeof CatalogCategoryEntity>;

/** The categories of a region, as they were fetched. */
export interface StoredTree {
  readonly items: readonly CatalogCategory[];
  readonly fetchedAt: string;
}

/** The stored facts of one category. */
export interface KnownCategory {
  /** Absent if it never was in any tree. */
  readonly name?: string;
  /** The catalogue of the region no longer lists it. */
  readonly isGone: boolean;
}

type Branch = Pick<CategoryRow, 'id' | 'name' | 'parentId'>;

/** A tree in two levels, each id once. */
function flatten(tree: readonly CatalogCategory[]): Branch[] {
  const rows = new Map<string, Branch>();
  for (const { id, name, children = [] } of tree) {
    if (!rows.has(id)) rows.set(id, { id, name, parentId: null });
    for (const child of children) if (!rows.has(child.id)) rows.set(child.id, { id: child.id, name: child.name, parentId: id });
  }
  return [...rows.values()];
}

/** Replaces the old tree with a new one. Categories that it no longer has keep their names, for those who still show them. */
export async function replaceTree(tx: Tx, region: string, tree: readonly CatalogCategory[], fetchedAt: string): Promise<void> {
  const rows = flatten(tree);
  if (rows.length === 0) return;
  await tx.run('UPDATE catalog_categories SET position = NULL WHERE region = ?', [region]);
  await tx.upsert(
    CatalogCategoryEntity,
    rows.map((row, position) => ({ ...row, region, position, fetchedAt })),
    { conflict: ['region', 'id'], update: ['name', 'parentId', 'position', 'fetchedAt'] },
  );
}

/** `undefined` while the tree of the region was never fetched. */
export async function readTree(sql: Sql, region: string): Promise<StoredTree | undefined> {
  const rows = await sql.all<Branch & Pick<CategoryRow, 'fetchedAt'>>(
    'SELECT id, name, parent_id, fetched_at FROM catalog_categories WHERE region = ? AND position IS NOT NULL ORDER BY position',
    [region],
  );
  const [first] = rows;
  if (!first) return undefined;
  const branches = new Map<string, { id: string; name: string; children: CatalogCategory[] }>();
  for (const { id, name, parentId } of rows) {
    if (parentId === null) branches.set(id, { id, name, children: [] });
    else branches.get(parentId)?.children.push({ id, name });
  }
  const items = [...branches.values()].map(({ id, name, children }) => ({ id, name, ...(children.length > 0 ? { children } : {}) }));
  return { items, fetchedAt: first.fetchedAt };
}

/** Names of categories, of the region where it has them, else of any; in two statements, with an entry for each id. */
export async function knownCategories(sql: Sql, ids: readonly string[], region: string): Promise<Map<string, KnownCategory>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.all<Pick<CategoryRow, 'region' | 'id' | 'name' | 'position'>>(
    `SELECT region, id, name, position FROM catalog_categories WHERE id IN (${placeholders(ids.length)}) ORDER BY id, region`,
    ids,
  );
  const isTreeThere = await sql.get<{ id: string }>('SELECT id FROM catalog_categories WHERE region = ? AND position IS NOT NULL LIMIT 1', [
    region,
  ]);
  return new Map(
    ids.map((id) => {
      const same = rows.filter((row) => row.id === id);
      const here = same.find((row) => row.region === region);
      const name = (here ?? same[0])?.name;
      const isListed = here !== undefined && here.position !== null;
      return [id, { ...(name === undefined ? {} : { name }), isGone: isTreeThere !== undefined && !isListed }];
    }),
  );
}

/** Returns categories of the tree that somebody opened since then, the latest first. */
export async function openedSince(sql: Sql, region: string, since: string, most: number): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM catalog_categories WHERE region = ? AND position IS NOT NULL AND opened_at >= ? ORDER BY opened_at DESC, id LIMIT ${most}`,
    [region, since],
  );
  return rows.map(({ id }) => id);
}

/** @returns whether the category is in the tree */
export async function noteOpened(tx: Tx, region: string, id: string, at: string): Promise<boolean> {
  const changed = await tx.run('UPDATE catalog_categories SET opened_at = ? WHERE region = ? AND id = ? AND position IS NOT NULL', [
    at,
    region,
    id,
  ]);
  return changed === 1;
}
