import { realpath } from 'node:fs/promises';
import { placeholders, type Database, type Sql, type Tx } from '../../platform/db/index.js';
import { FileError } from '../../files/file-error.js';
import { isWithin } from '../../files/path-jail.js';
import { removePlaced } from '../../files/placing/remove-placed.js';
import { readDownloadsInPlace } from './downloads-in-place.js';
import { findImport, lockPlacedFolders, readManifest, type PlacedImport } from './import-records.js';
import type { RequestRow } from './request-record.js';
import { filesInPlace } from './replaced-imports.js';
import { statusesThat } from './statuses.js';
import { sentence } from '../../platform/words/index.js';

/** Numbers of files. */
export interface LeftPlace {
  readonly removed: number;
  /** Somebody changed them, a client seeds them, or another import has them. */
  readonly kept: number;
}

export interface LeavePlaceDeps {
  readonly database: Pick<Database, 'read'>;
  readonly settings: { get(): Promise<{ readonly library: { readonly path: string | null } }> };
}

/** Requests in these statuses need the files that were placed for them. */
const NEEDING = statusesThat(({ life, movedBy }) => life === 'filed' || life === 'done' || movedBy === 'import');

const HAVING = statusesThat(({ life }) => life === 'filed' || life === 'done');

/** The real path of the library folder. @throws FileError where it cannot be seen; that passes */
export async function libraryRoot({ settings }: Pick<LeavePlaceDeps, 'settings'>): Promise<string> {
  const { path } = (await settings.get()).library;
  const root = path === null ? undefined : await realpath(path).catch(() => undefined);
  if (root === undefined) throw new FileError('not_found', sentence('file.library_away'), path ?? '', true);
  return root;
}

/** An import whose files are in the library. */
export interface TakenPlace extends PlacedImport {
  readonly downloadId: string | null;
  /** How many other requests have these files. */
  readonly sharedBy: number;
}

type TakenRow = Omit<TakenPlace, 'manifest'> & { readonly manifest: string };

/** The imports of a request whose files were not removed, newest first, each folder once. One statement. */
export async function takenPlaces(sql: Pick<Sql, 'all'>, requestId: string): Promise<TakenPlace[]> {
  const rows = await sql.all<TakenRow>(
    `SELECT i.id, i.directory, i.content_hash, i.manifest, i.created_at, i.download_id,
       (SELECT COUNT(DISTINCT o.request_id) FROM imports o JOIN requests r ON r.id = o.request_id
        WHERE o.content_hash = i.content_hash AND o.directory = i.directory AND o.request_id <> i.request_id AND o.removed_at IS NULL
          AND r.status IN (${placeholders(NEEDING.length)})) AS shared_by
     FROM imports i WHERE i.request_id = ? AND i.removed_at IS NULL ORDER BY i.created_at DESC, i.id DESC`,
    [...NEEDING, requestId],
  );
  const places = new Map<string, TakenPlace>();
  for (const row of rows) {
    const key = `${row.contentHash} ${row.directory}`;
    if (!places.has(key)) places.set(key, { ...row, sharedBy: Number(row.sharedBy), manifest: readManifest(row.manifest) });
  }
  return [...places.values()];
}

/** How many other requests for a book have it. One statement. */
export async function othersWithBook(sql: Pick<Sql, 'get'>, { id, asin, type }: Pick<RequestRow, 'id' | 'asin' | 'type'>): Promise<number> {
  const row = await sql.get<{ n: number }>(
    `SELECT COUNT(*) AS n FROM requests WHERE asin = ? AND type = ? AND id <> ? AND status IN (${placeholders(HAVING.length)})`,
    [asin, type, id, ...HAVING],
  );
  return Number(row?.n ?? 0);
}

/** Writes down that the files of a request are on their way out, except those that another request has as well. */
export async function giveUpPlaces(tx: Tx, requestId: string, at: string): Promise<void> {
  await lockPlacedFolders(tx);
  for (const { directory, contentHash, sharedBy } of await takenPlaces(tx, requestId)) {
    if (sharedBy > 0) continue;
    await tx.run('UPDATE imports SET removed_at = ? WHERE directory = ? AND content_hash = ? AND removed_at IS NULL', [
      at,
      directory,
      contentHash,
    ]);
  }
}

/** The imports of a request that were given up at a time. */
export async function placesGivenUp(sql: Pick<Sql, 'all'>, requestId: string, at: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>('SELECT id FROM imports WHERE request_id = ? AND removed_at = ? ORDER BY id', [requestId, at]);
  return rows.map(({ id }) => id);
}

/**
 * Removes what an import placed and nobody changed. What lies where a client downloads stays, because it is seeded from there. It may be
 * repeated.
 *
 * @throws FileError
 */
export async function leavePlace(deps: LeavePlaceDeps, importId: string): Promise<LeftPlace> {
  const root = await libraryRoot(deps);
  const old = await findImport(deps.database.read, importId);
  if (!old) return { removed: 0, kept: 0 };
  if (!isWithin(root, old.directory)) return { removed: 0, kept: old.manifest.files.length };
  const outcome = await removeFrom(deps, root, old);
  // a rename that was under way may have moved it in the meantime
  const now = await findImport(deps.database.read, importId);
  return now && now.directory !== old.directory ? removeFrom(deps, root, now) : outcome;
}

/** A file that another import has in this folder is part of another copy: that of somebody who imported meanwhile, or the new one. */
async function removeFrom({ database }: LeavePlaceDeps, root: string, { directory, manifest }: PlacedImport): Promise<LeftPlace> {
  const downloads = await readDownloadsInPlace(database.read);
  const others = await filesInPlace(database.read, directory);
  const ours = manifest.files.filter(({ path }) => !others.has(path));
  const shared = manifest.files.filter(({ path, hash }) => others.get(path) === hash).length;
  const isSeeded = (file: string) => downloads.clientAt(file) !== undefined;
  const { changed, inUse } = await removePlaced(root, directory, { ...manifest, files: ours }, isSeeded);
  const kept = changed.length + inUse.length + shared;
  return { removed: manifest.files.length - kept, kept };
}
