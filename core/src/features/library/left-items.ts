import { createHash } from 'node:crypto';
import type { LibraryItem } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { placeholders, type Database, type Sql, type Tx } from '../../platform/db/index.js';
import { createPathMapping, type PathMapping } from '../../files/path-mapping.js';
import { allIntegrationFacts } from '../integration-records/integration-facts.js';
import { ensureOwnDisk, OWN_DISK } from '../integration-records/own-disk.js';
import { LibraryItemEntity, type LibraryItemRow, type MatchedBy } from './entities.js';

/** A book that an admin leaves where it is. */
export interface LeftBook {
  /** A real path of this server. */
  readonly path: string;
  readonly asin: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly durationSeconds?: number;
  readonly hasEbook: boolean;
}

/** What an item counted for before it was linked. */
export interface EarlierMatch {
  readonly asin: string | null;
  readonly by: MatchedBy | null;
  readonly fileHash: string | null;
}

/** An item that counts for a book which was left where it is; `earlier` where a media server had listed it. */
export interface LeftItem {
  readonly itemId: string;
  readonly earlier?: EarlierMatch;
}

type PlacedItem = Pick<LibraryItemRow, 'id' | 'integrationId' | 'path' | 'matchedAsin' | 'matchedBy' | 'fileHash'>;

/** At most so many paths in one statement. */
const PATHS_AT_ONCE = 50;
/** Characters of a path that the index holds. */
const INDEXED = 200;

function keyOf(path: string): string {
  return createHash('sha256').update(path).digest('hex');
}

/** The items that stand at these paths of this server, by any media server; of each path the one that counts for a book first. */
export async function itemsAt(sql: Pick<Sql, 'all'>, paths: readonly string[]): Promise<Map<string, PlacedItem>> {
  const found = new Map<string, PlacedItem>();
  const servers = await allIntegrationFacts(sql);
  for (let from = 0; from < paths.length; from += PATHS_AT_ONCE) {
    const some = paths.slice(from, from + PATHS_AT_ONCE);
    const local = new Map<string, string>();
    const params: string[] = [];
    for (const { id, pathMappings } of servers) {
      const mapping = createPathMapping(pathMappings);
      for (const path of some) {
        const remote = mapping.toRemote(path).path;
        local.set(`${id} ${remote}`, path);
        params.push(remote);
      }
    }
    const wanted = [...new Set(params)];
    if (wanted.length === 0) continue;
    const rows = await sql.all<PlacedItem>(
      `SELECT id, integration_id, path, matched_asin, matched_by, file_hash FROM library_items
       WHERE substr(path, 1, ${INDEXED}) IN (${placeholders(wanted.length)}) AND path IN (${placeholders(wanted.length)})
       AND missing_scans = 0 ORDER BY CASE WHEN matched_asin IS NULL THEN 1 ELSE 0 END, id`,
      [...wanted.map((path) => [...path].slice(0, INDEXED).join('')), ...wanted],
    );
    for (const row of rows) {
      const path = local.get(`${row.integrationId} ${row.path ?? ''}`);
      if (path !== undefined && !found.has(path)) found.set(path, row);
    }
  }
  return found;
}

/**
 * Makes books count as in the library where they lie: the item of a media server that lists the place is linked, and every other book becomes an
 * item of this server. Doing it again changes nothing.
 *
 * @returns the items, in the order of the books
 */
export async function leaveBooks(tx: Tx, books: readonly LeftBook[], now: Date): Promise<LeftItem[]> {
  await tx.lock('left-items');
  await ensureOwnDisk(tx, now);
  const there = await itemsAt(
    tx,
    books.map(({ path }) => path),
  );
  const left: LeftItem[] = [];
  for (const book of books) {
    const item = there.get(book.path);
    if (item) {
      await tx.entities.update(LibraryItemEntity, { id: item.id }, { matchedAsin: book.asin, matchedBy: 'manual', fileHash: null });
      const earlier = { asin: item.matchedAsin, by: item.matchedBy, fileHash: item.fileHash };
      left.push(item.integrationId === OWN_DISK ? { itemId: item.id } : { itemId: item.id, earlier });
      continue;
    }
    const id = uuid();
    const at = now.toISOString();
    await tx.insert(LibraryItemEntity, {
      id,
      integrationId: OWN_DISK,
      libraryId: '',
      itemId: keyOf(book.path),
      title: book.title,
      authors: JSON.stringify(book.authors),
      narrators: JSON.stringify(book.narrators),
      durationSeconds: book.durationSeconds ?? null,
      path: book.path,
      matchedAsin: book.asin,
      matchedBy: 'manual',
      hasCover: false,
      hasAudio: true,
      hasEbook: book.hasEbook,
      addedAt: at,
      updatedAt: at,
      seenScan: id,
      missingScans: 0,
      lookUpAt: '',
    });
    left.push({ itemId: id });
  }
  return left;
}

/** Takes back what {@link leaveBooks} did. An item that a media server lists meanwhile counts again for what that server says. */
export async function takeBackLeft(tx: Tx, items: readonly (LeftItem & { readonly asin: string })[]): Promise<void> {
  await tx.lock('left-items');
  for (const { itemId, earlier, asin } of items) {
    for (const table of ['library_items', 'removed_items'])
      await tx.run(`DELETE FROM ${table} WHERE id = ? AND integration_id = ?`, [itemId, OWN_DISK]);
    // somebody may have linked it to another book since
    if (earlier) {
      await tx.run(
        `UPDATE library_items SET matched_asin = ?, matched_by = ?, file_hash = ? WHERE id = ? AND matched_asin = ? AND matched_by = 'manual'`,
        [...[earlier.asin, earlier.by, earlier.fileHash, itemId, asin]],
      );
    } else {
      await tx.run(
        `UPDATE library_items SET matched_asin = asin, matched_by = CASE WHEN asin IS NULL THEN NULL ELSE 'asin' END
         WHERE id = ? AND matched_asin = ? AND matched_by = 'manual'`,
        [itemId, asin],
      );
    }
  }
}

/**
 * Hands books that lie where a media server now lists them over to that server, in place, so that none is in the library twice. Call it before the
 * items are looked up and stored. One statement, and some for each book that is handed over.
 */
export async function handOverLeft(
  database: Database,
  integrationId: string,
  items: readonly LibraryItem[],
  mapping: PathMapping,
): Promise<void> {
  const byKey = new Map(
    items.flatMap((item) => (item.path === undefined ? [] : [[keyOf(mapping.toLocal(item.path).path), item] as const])),
  );
  if (byKey.size === 0) return;
  const keys = [...byKey.keys()];
  const left = (sql: Pick<Sql, 'all'>) =>
    sql.all<{ id: string; itemId: string }>(
      `SELECT id, item_id FROM library_items WHERE integration_id = ? AND item_id IN (${placeholders(keys.length)})`,
      [OWN_DISK, ...keys],
    );
  if ((await left(database.read)).length === 0) return;
  await database.transaction(async (tx) => {
    await tx.lock('left-items');
    for (const { id, itemId } of await left(tx)) {
      const item = byKey.get(itemId);
      if (item) await handOver(tx, id, integrationId, item);
    }
  });
}

async function handOver(tx: Tx, id: string, integrationId: string, { itemId, libraryId }: LibraryItem): Promise<void> {
  const known = await tx.get<{ id: string; matchedBy: MatchedBy | null }>(
    'SELECT id, matched_by FROM library_items WHERE integration_id = ? AND item_id = ?',
    [integrationId, itemId],
  );
  // both are an admin's word: that about the media server's item is the narrower one
  const given = known?.matchedBy === 'manual' ? id : known?.id;
  if (given !== undefined) await tx.run('DELETE FROM library_items WHERE id = ?', [given]);
  await tx.run('UPDATE library_items SET integration_id = ?, item_id = ?, library_id = ? WHERE id = ?', [
    integrationId,
    itemId,
    libraryId,
    id,
  ]);
}
