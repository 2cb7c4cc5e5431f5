import type { CatalogAuthor } from '@lectern/plugin-api';
import { placeholders, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { normalizeText } from './book-text.js';
import { CatalogEntryEntity } from './entities.js';

type EntryRow = RowOf<typeof CatalogEntryEntity>;

export type EntryKind = EntryRow['kind'];

/** An author or a series, and when the catalogue described it. */
export interface StoredEntry extends CatalogAuthor {
  readonly fetchedAt: string;
}

function fromRow({ id, name, description, imageUrl, fetchedAt }: EntryRow): StoredEntry {
  return {
    id,
    name,
    ...(description === null ? {} : { description }),
    ...(imageUrl === null ? {} : { imageUrl }),
    fetchedAt,
  };
}

const COLUMNS = 'kind, region, id, name, description, image_url, fetched_at';

export async function saveEntry(tx: Tx, kind: EntryKind, region: string, entry: StoredEntry): Promise<void> {
  const { id, name, description = null, imageUrl = null, fetchedAt } = entry;
  await tx.upsert(
    CatalogEntryEntity,
    { kind, region, id, name, description, imageUrl, fetchedAt },
    { conflict: ['kind', 'region', 'id'], update: ['name', 'description', 'imageUrl', 'fetchedAt'] },
  );
}

export async function readEntry(sql: Sql, kind: EntryKind, region: string, id: string): Promise<StoredEntry | undefined> {
  const row = await sql.get<EntryRow>(`SELECT ${COLUMNS} FROM catalog_entries WHERE kind = ? AND region = ? AND id = ?`, [
    kind,
    region,
    id,
  ]);
  return row && fromRow(row);
}

/** Addresses of the pictures of entries, by their ids, as far as they are stored. In one statement; none without ids. */
export async function picturesOfEntries(sql: Sql, kind: EntryKind, region: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.all<{ id: string; imageUrl: string }>(
    `SELECT id, image_url FROM catalog_entries
      WHERE kind = ? AND region = ? AND image_url IS NOT NULL AND id IN (${placeholders(ids.length)})`,
    [kind, region, ...ids],
  );
  return new Map(rows.map(({ id, imageUrl }) => [id, imageUrl]));
}

/** Stored entries whose names have all words of a text, at most `most`. In two statements: one reads all names of the kind, the other the hits. */
export async function entriesNamed(sql: Sql, kind: EntryKind, region: string, text: string, most: number): Promise<StoredEntry[]> {
  const words = (normalizeText(text) ?? '').split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const names = await sql.all<Pick<EntryRow, 'id' | 'name'>>('SELECT id, name FROM catalog_entries WHERE kind = ? AND region = ?', [
    kind,
    region,
  ]);
  const hits = names.filter(({ name }) => {
    const compared = normalizeText(name) ?? '';
    return words.every((word) => compared.includes(word));
  });
  hits.sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  const ids = hits.slice(0, most).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await sql.all<EntryRow>(
    `SELECT ${COLUMNS} FROM catalog_entries WHERE kind = ? AND region = ? AND id IN (${placeholders(ids.length)})`,
    [kind, region, ...ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(fromRow);
}

/** Forgets entries that were last described before a time, and the oldest beyond a number. @returns how many */
export async function forgetEntries(tx: Tx, { before, most }: { readonly before: string; readonly most: number }): Promise<number> {
  const last = await tx.get<{ fetchedAt: string }>(
    `SELECT fetched_at FROM catalog_entries ORDER BY fetched_at DESC LIMIT 1 OFFSET ${Math.max(1, Math.round(most)) - 1}`,
  );
  const edge = last !== undefined && last.fetchedAt > before ? last.fetchedAt : before;
  return tx.run('DELETE FROM catalog_entries WHERE fetched_at < ?', [edge]);
}
