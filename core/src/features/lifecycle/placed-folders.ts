import { sep } from 'node:path';
import { placeholders, type Sql, type Tx } from '../../platform/db/index.js';
import { contentHashOf } from '../../files/content-hash.js';
import { foldersAround } from '../../files/path-jail.js';
import { createPlacementManifest } from '../../files/placing/placement-manifest.js';
import { ImportEntity } from './entities.js';
import { lockPlacedFolders, readManifest, type PlacedImport } from './import-records.js';
import type { RequestRow } from './request-record.js';
import { statusesThat, type RequestType } from './statuses.js';

/** The folder of a request's book, without its files. */
export interface PlacedFolder {
  readonly importId: string;
  readonly requestId: string;
  /** The download that its files came from. */
  readonly downloadId: string | null;
  /** Absolute. */
  readonly directory: string;
  readonly contentHash: string;
  readonly createdAt: string;
}

const WITH_FILES = statusesThat(({ life }) => life === 'filed' || life === 'done');
const IMPORTING = statusesThat(({ movedBy }) => movedBy === 'import');

const FOLDERS_A_PAGE = 1000;

/** The folders of all books that people have, or of those of some requests, page by page by request. No manifests are read. */
export async function* placedFolders(sql: Pick<Sql, 'all'>, requestIds?: readonly string[]): AsyncGenerator<readonly PlacedFolder[]> {
  const chosen = requestIds === undefined ? '' : `AND r.id IN (${placeholders(requestIds.length)})`;
  let last = '';
  for (;;) {
    const page = await sql.all<PlacedFolder>(
      `SELECT i.id AS import_id, i.request_id, i.download_id, i.directory, i.content_hash, i.created_at FROM requests r JOIN imports i ON i.id = (
         SELECT l.id FROM imports l WHERE l.request_id = r.id ORDER BY l.created_at DESC, l.id DESC LIMIT 1)
       WHERE r.id > ? AND r.status IN (${placeholders(WITH_FILES.length)}) ${chosen} ORDER BY r.id LIMIT ${FOLDERS_A_PAGE}`,
      [last, ...WITH_FILES, ...(requestIds ?? [])],
    );
    yield page;
    const end = page.at(-1);
    if (end === undefined || page.length < FOLDERS_A_PAGE) return;
    last = end.requestId;
  }
}

/** A place that may hold more than one book. */
export interface PlaceAmongFolders {
  /** The library folder. */
  readonly root: string;
  /** The paths of the place inside it; links on the way give it several. */
  readonly places: readonly string[];
  /** The ASINs of the one book that may lie there. */
  readonly asins: readonly string[];
}

/** Whether another book was placed below a place, or around it. What was placed at the very place does not count. One statement. */
export async function hasOtherFolders(sql: Pick<Sql, 'get'>, { root, places, asins }: PlaceAmongFolders): Promise<boolean> {
  const around = places.flatMap((place) => foldersAround(root, place));
  const below = places.map((place) => `${place}${sep}`);
  const conditions = [
    ...(around.length === 0 ? [] : [`i.directory IN (${placeholders(around.length)})`]),
    ...below.map(() => 'substr(i.directory, 1, ?) = ?'),
  ];
  const found = await sql.get(
    `SELECT i.id FROM imports i JOIN requests r ON r.id = i.request_id
     WHERE (${conditions.join(' OR ')}) AND r.asin NOT IN (${placeholders(asins.length)})
       AND i.id = (SELECT l.id FROM imports l WHERE l.request_id = r.id ORDER BY l.created_at DESC, l.id DESC LIMIT 1) LIMIT 1`,
    [...around, ...below.flatMap((prefix) => [[...prefix].length, prefix]), ...asins],
  );
  return found !== undefined;
}

/** Imports by their ids, in one statement. */
export async function importsOf(sql: Pick<Sql, 'all'>, ids: readonly string[]): Promise<Map<string, PlacedImport>> {
  const rows = await sql.all<Omit<PlacedImport, 'manifest'> & { readonly manifest: string }>(
    `SELECT id, directory, content_hash, manifest, created_at FROM imports WHERE id IN (${placeholders(ids.length)})`,
    ids,
  );
  return new Map(rows.map((row) => [row.id, { ...row, manifest: readManifest(row.manifest) }]));
}

/** Requests by their ids, in one statement. */
export async function requestsOf(sql: Pick<Sql, 'all'>, ids: readonly string[]): Promise<Map<string, RequestRow>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.all<RequestRow>(`SELECT * FROM requests WHERE id IN (${placeholders(ids.length)})`, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Names a book and its format, whoever requested it. */
export function bookKey({ type, asin }: { readonly type: RequestType; readonly asin: string }): string {
  return `${type} ${asin}`;
}

/** The {@link bookKey}s of all books of which an import runs, or is to run again. One statement. */
export async function booksBeingImported(sql: Pick<Sql, 'all'>): Promise<ReadonlySet<string>> {
  const rows = await sql.all<Pick<RequestRow, 'type' | 'asin'>>(
    `SELECT type, asin FROM requests WHERE status IN (${placeholders(IMPORTING.length)})`,
    IMPORTING,
  );
  return new Set(rows.map(bookKey));
}

/** Whether an import of one of these books runs, or is to run again. One statement. */
export async function isBeingImported(sql: Pick<Sql, 'all'>, books: readonly Pick<RequestRow, 'type' | 'asin'>[]): Promise<boolean> {
  const rows = await sql.all<Pick<RequestRow, 'type' | 'asin'>>(
    `SELECT type, asin FROM requests WHERE asin IN (${placeholders(books.length)}) AND status IN (${placeholders(IMPORTING.length)})`,
    [...books.map(({ asin }) => asin), ...IMPORTING],
  );
  return rows.some((row) => books.some((book) => bookKey(book) === bookKey(row)));
}

/** A book whose files went to another folder. */
export interface MovedImport {
  readonly requestIds: readonly string[];
  readonly contentHashes: readonly string[];
  /** Absolute. */
  readonly from: string;
  readonly to: string;
  /** The new names of all its files by the old ones, relative to its folder. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Writes down where files are now, for everybody whose book they are: a book may have been placed once for several requests.
 *
 * @returns the content hashes that changed, old and new
 */
export async function moveImports(tx: Tx, moved: MovedImport): Promise<{ readonly before: string; readonly after: string }[]> {
  const { requestIds, contentHashes, from, to, names } = moved;
  await lockPlacedFolders(tx);
  const rows = await tx.all<{ id: string; contentHash: string; manifest: string }>(
    `SELECT id, content_hash, manifest FROM imports WHERE directory = ?
     AND (request_id IN (${placeholders(requestIds.length)}) OR content_hash IN (${placeholders(contentHashes.length)}))`,
    [from, ...requestIds, ...contentHashes],
  );
  const changed = new Map<string, string>();
  for (const { id, contentHash, manifest: stored } of rows) {
    const { files } = readManifest(stored);
    // an earlier import into the same folder, whose files are not there any more
    if (files.some(({ method, path }) => method !== 'written' && !names.has(path))) continue;
    const manifest = createPlacementManifest(files.map((file) => ({ ...file, path: names.get(file.path) ?? file.path })));
    const after = contentHashOf(manifest.files) ?? `manifest:${manifest.hash}`;
    await tx.entities.update(ImportEntity, { id }, { directory: to, contentHash: after, manifest: JSON.stringify(manifest) });
    if (after !== contentHash) changed.set(contentHash, after);
  }
  return [...changed].map(([before, after]) => ({ before, after }));
}
