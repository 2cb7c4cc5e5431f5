import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { BookFormat, LibraryItem } from '@lectern/plugin-api';
import { isTrue, placeholders, readJson, type Database, type Sql, type Tx } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { errorCode, isFileError } from '../../files/file-error.js';
import { isWithin, resolveInside } from '../../files/path-jail.js';
import type { PathMapping } from '../../files/path-mapping.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import { OWN_DISK } from '../integration-records/own-disk.js';
import { LibraryItemEntity, RemovedItemEntity, type LibraryItemRow, type RemovedItemRow } from './entities.js';
import { itemsAround } from './item-places.js';
import { libraryRootOf } from './library-store.js';

/**
 * Items of which Lectern itself removed the files: they leave the library at once, whatever their media servers still list. Such an item
 * comes back when its media server lists it and its files are on the disk again.
 */
export interface RemovedItems {
  /**
   * Takes the items out of the library whose files were removed from a folder, on every media server. An item of which something is left
   * stays with that. It may be repeated.
   *
   * @returns the books that they counted for
   */
  forget(directory: string): Promise<readonly string[]>;
  /** Brings back the items at a folder that no media server lists, as far as their files are there again. */
  bringBack(directory: string): Promise<void>;
  /**
   * Those of the items listed by a media server that are in the library, each with the media that are there. One statement, and some for
   * each item that comes back.
   */
  admit(integrationId: string, items: readonly LibraryItem[], mapping: PathMapping): Promise<Admitted>;
}

export interface Admitted {
  readonly items: readonly LibraryItem[];
  /** When those that had been removed were, by the ids of their media server. */
  readonly judged: ReadonlyMap<string, string>;
}

/** How long an item that is listed no more is remembered. It may come back from the bin as what it was. */
const REMEMBERED_DAYS = 60;
const DAY_MS = 86_400_000;

const LOCK = 'removed-items';

const STORED = [
  'id',
  'integrationId',
  'libraryId',
  'itemId',
  'title',
  'subtitle',
  'authors',
  'narrators',
  'asin',
  'isbn',
  'durationSeconds',
  'path',
  'fileHash',
  'matchedAsin',
  'matchedBy',
  'addedAt',
  'updatedAt',
  'seenScan',
] as const satisfies readonly (keyof LibraryItemRow)[];

type StoredItem = Pick<LibraryItemRow, (typeof STORED)[number]> & Record<'hasCover' | 'hasAudio' | 'hasEbook', boolean>;

function toStored(row: LibraryItemRow): StoredItem {
  const plain = Object.fromEntries(STORED.map((name) => [name, row[name]])) as Pick<LibraryItemRow, (typeof STORED)[number]>;
  return { ...plain, hasCover: isTrue(row.hasCover), hasAudio: isTrue(row.hasAudio), hasEbook: isTrue(row.hasEbook) };
}

async function namesAt(path: string): Promise<readonly string[]> {
  try {
    return (await stat(path)).isDirectory() ? await readdir(path, { recursive: true }) : [path];
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return [];
    throw error;
  }
}

/** The real path of a place of the library folder; `undefined`: it lies elsewhere. @throws what the disk says */
function placeInside(root: string, path: string): Promise<string | undefined> {
  return resolveInside(root, path).catch((error: unknown) => {
    if (isFileError(error) && error.code === 'outside_root') return undefined;
    throw error;
  });
}

/** The media that lie at a place of the library folder; `undefined`: it lies elsewhere. @throws what the disk says */
async function mediaAt(root: string, local: string | null): Promise<ReadonlySet<BookFormat> | undefined> {
  const place = local === null || !isAbsolute(local) ? undefined : await placeInside(root, local);
  if (place === undefined) return undefined;
  const kinds = new Set((await namesAt(place)).map(kindOfFile));
  return new Set([...(kinds.has('audio') ? (['audiobook'] as const) : []), ...(kinds.has('ebook') ? (['ebook'] as const) : [])]);
}

/** The paths that a folder of the library has, by its real name and by that of the settings; none for one of an earlier library. */
async function namesOf(root: string, directory: string): Promise<readonly string[]> {
  const [realRoot, real] = await Promise.all([realpath(root), placeInside(root, directory)]);
  if (real === undefined) return [];
  const named = resolve(directory);
  return [...new Set([real, join(resolve(root), relative(realRoot, real)), ...(isWithin(root, named) ? [named] : [])])];
}

/** Has an item count for no more than these media. @returns the book it counted for, if it counts for less now */
async function leave(tx: Tx, id: string, media: ReadonlySet<BookFormat>, at: string): Promise<string | undefined> {
  const row = await tx.get<LibraryItemRow>('SELECT * FROM library_items WHERE id = ?', [id]);
  if (!row) return undefined;
  const item = toStored(row);
  const [hasAudio, hasEbook] = [item.hasAudio && media.has('audiobook'), item.hasEbook && media.has('ebook')];
  if (hasAudio === item.hasAudio && hasEbook === item.hasEbook) return undefined;
  const { integrationId, itemId } = item;
  const removed: RemovedItemRow = { id, integrationId, itemId, item: JSON.stringify(item), removedAt: at };
  await tx.upsert(RemovedItemEntity, removed, { conflict: ['integrationId', 'itemId'], update: ['id', 'item', 'removedAt'] });
  if (hasAudio || hasEbook) await tx.run('UPDATE library_items SET has_audio = ?, has_ebook = ? WHERE id = ?', [hasAudio, hasEbook, id]);
  else await tx.run('DELETE FROM library_items WHERE id = ?', [id]);
  return item.matchedAsin ?? undefined;
}

/** Puts an item back where it was, unless it is there. @param isWhole everything that was removed is there again */
async function putBack(tx: Tx, row: RemovedItemRow, isWhole: boolean): Promise<void> {
  const { id, integrationId, itemId } = row;
  const isListed = await tx.get('SELECT id FROM library_items WHERE integration_id = ? AND item_id = ?', [integrationId, itemId]);
  if (!isListed) await tx.insert(LibraryItemEntity, { ...storedOf(row), missingScans: 0, lookUpAt: '' });
  if (isWhole) await tx.run('DELETE FROM removed_items WHERE id = ?', [id]);
}

/** Has a book that no media server lists count as in the library, or not, by whether its files are there. @param id our id of the item */
export async function countByFiles(tx: Tx, id: string, isThere: boolean, at: string): Promise<void> {
  await tx.lock(LOCK);
  if (!isThere) {
    const row = await tx.get('SELECT id FROM library_items WHERE id = ? AND integration_id = ?', [id, OWN_DISK]);
    if (row) await leave(tx, id, new Set(), at);
    return;
  }
  const removed = await tx.get<RemovedItemRow>('SELECT * FROM removed_items WHERE id = ? AND integration_id = ?', [id, OWN_DISK]);
  if (removed) await putBack(tx, removed, true);
}

function removedAmong(sql: Pick<Sql, 'all'>, integrationId: string, itemIds: readonly string[]): Promise<RemovedItemRow[]> {
  if (itemIds.length === 0) return Promise.resolve([]);
  return sql.all<RemovedItemRow>(`SELECT * FROM removed_items WHERE integration_id = ? AND item_id IN (${placeholders(itemIds.length)})`, [
    integrationId,
    ...itemIds,
  ]);
}

/** Those of the admitted items that were not removed since; nobody removes one until the transaction ends. */
export async function stillAdmitted(tx: Tx, integrationId: string, { items, judged }: Admitted): Promise<ReadonlySet<string>> {
  await tx.lock(LOCK);
  const ids = items.map(({ itemId }) => itemId);
  const removed = await removedAmong(tx, integrationId, ids);
  const since = new Set(removed.filter(({ itemId, removedAt }) => judged.get(itemId) !== removedAt).map(({ itemId }) => itemId));
  return new Set(ids.filter((id) => !since.has(id)));
}

/** Forgets removed items that their media server has not listed for long. @param seen the ids that a complete walk listed */
export async function forgetUnlisted(tx: Tx, integrationId: string, seen: ReadonlySet<string>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REMEMBERED_DAYS * DAY_MS).toISOString();
  const rows = await tx.all<{ id: string; itemId: string }>(
    'SELECT id, item_id FROM removed_items WHERE integration_id = ? AND removed_at < ?',
    [integrationId, before],
  );
  for (const { id, itemId } of rows) if (!seen.has(itemId)) await tx.run('DELETE FROM removed_items WHERE id = ?', [id]);
}

/** The dependencies of {@link createRemovedItems}. */
export interface RemovedItemDeps {
  readonly database: Database;
  readonly events: Pick<EventBus, 'publish'>;
  readonly now: () => Date;
}

/** Those of the listed media of a removed item that are there again. What lies where this server cannot look is where its media server says. */
async function presentMedia(
  root: string | undefined,
  { path }: LibraryItem,
  listed: readonly BookFormat[],
  mapping: PathMapping,
): Promise<readonly BookFormat[]> {
  if (root === undefined || path === undefined) return listed;
  const media = await mediaAt(root, mapping.toLocal(path).path).catch(() => new Set<BookFormat>());
  return media ? listed.filter((format) => media.has(format)) : listed;
}

function storedOf({ item }: RemovedItemRow): StoredItem {
  return readJson(item) as StoredItem;
}

export function createRemovedItems({ database, events, now }: RemovedItemDeps): RemovedItems {
  const { read } = database;

  function announce(asins: readonly string[]): void {
    if (asins.length > 0) events.publish({ type: 'library.updated', data: { asins }, audience: 'everyone' });
  }

  return {
    async forget(directory) {
      const root = await libraryRootOf(read);
      if (root === undefined) return [];
      const looked: { readonly id: string; readonly media: ReadonlySet<BookFormat> }[] = [];
      for (const { id, local } of await itemsAround(read, root, await namesOf(root, directory))) {
        // what cannot be read is not known to be gone
        const media = await mediaAt(root, local).catch(() => undefined);
        if (media) looked.push({ id, media });
      }
      const asins = await database.transaction(async (tx) => {
        await tx.lock(LOCK);
        const left = new Set<string>();
        for (const { id, media } of looked) {
          const asin = await leave(tx, id, media, now().toISOString());
          if (asin !== undefined) left.add(asin);
        }
        return [...left];
      });
      announce(asins);
      return asins;
    },

    async bringBack(directory) {
      const root = await libraryRootOf(read);
      const rows = await read.all<RemovedItemRow>('SELECT * FROM removed_items WHERE integration_id = ?', [OWN_DISK]);
      if (root === undefined || rows.length === 0) return;
      const names = await namesOf(root, directory);
      const back: RemovedItemRow[] = [];
      for (const row of rows) {
        const { path, hasAudio, hasEbook } = storedOf(row);
        if (path === null || !names.some((name) => isWithin(name, path) || isWithin(path, name))) continue;
        const media = await mediaAt(root, path).catch(() => undefined);
        if (media && (!hasAudio || media.has('audiobook')) && (!hasEbook || media.has('ebook'))) back.push(row);
      }
      await database.transaction(async (tx) => {
        await tx.lock(LOCK);
        for (const row of back) await putBack(tx, row, true);
      });
      announce(back.flatMap((row) => storedOf(row).matchedAsin ?? []));
    },

    async admit(integrationId, items, mapping) {
      const ids = items.map(({ itemId }) => itemId);
      const rows = new Map((await removedAmong(read, integrationId, ids)).map((row) => [row.itemId, row]));
      const judged = new Map([...rows.values()].map(({ itemId, removedAt }) => [itemId, removedAt]));
      if (rows.size === 0) return { items, judged };
      const root = await libraryRootOf(read);
      const admitted: LibraryItem[] = [];
      for (const item of items) {
        const row = rows.get(item.itemId);
        const { formats: listed = ['audiobook'] } = item;
        const there = row ? await presentMedia(root, item, listed, mapping) : listed;
        if (there.length === 0) continue;
        const isWhole = there.length === listed.length;
        if (row) {
          await database.transaction(async (tx) => {
            await tx.lock(LOCK);
            await putBack(tx, row, isWhole);
          });
        }
        admitted.push(isWhole ? item : { ...item, formats: there });
      }
      return { items: admitted, judged };
    },
  };
}
