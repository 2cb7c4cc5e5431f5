import type { LibraryItem } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { placeholders, type Database, type Sql, type SqlValue, type Tx } from '../../platform/db/index.js';
import { createPathMapping } from '../../files/path-mapping.js';
import { pathMappingsOf } from '../integration-records/integration-facts.js';
import { forgetValue, readValue, writeValue } from '../settings/stored-values.js';
import type { WithheldLoss } from './library-record.js';
import type { LibraryItemRow } from './entities.js';

/** The stored facts about an item that decide whether it must be checked again. */
export type KnownItem = Pick<LibraryItemRow, 'id' | 'itemId' | 'asin' | 'path' | 'updatedAt' | 'fileHash' | 'matchedAsin' | 'matchedBy'>;

/** An item with the book it was recognized as. */
export interface RecognizedItem {
  readonly item: LibraryItem;
  readonly match?: { readonly asin: string; readonly by: 'hash' | 'asin'; readonly fileHash?: string };
}

/** A walk of a media server. */
export interface ScanKey {
  readonly integrationId: string;
  readonly scanId: string;
}

/** The books of a library that a complete walk did not see. */
export interface Absence {
  readonly libraryId: string;
  /** Items known before the walk. */
  readonly known: number;
  /** The number of those not seen. */
  readonly unseen: number;
}

const COLUMNS = [
  'id',
  'integration_id',
  'library_id',
  'item_id',
  'title',
  'subtitle',
  'authors',
  'narrators',
  'asin',
  'isbn',
  'duration_seconds',
  'path',
  'file_hash',
  'matched_asin',
  'matched_by',
  'has_cover',
  'has_audio',
  'has_ebook',
  'added_at',
  'updated_at',
  'seen_scan',
  'missing_scans',
] as const;

const TAKEN_OVER = [
  'library_id',
  'title',
  'subtitle',
  'authors',
  'narrators',
  'asin',
  'isbn',
  'duration_seconds',
  'path',
  'has_cover',
  'has_audio',
  'has_ebook',
  'added_at',
  'updated_at',
  'missing_scans',
];
const MATCH = ['file_hash', 'matched_asin', 'matched_by'];

// an admin's link survives any scan; a slow scan must not overwrite an item that a later one has seen; an item whose title, authors or
// length changed is looked up again
const UPSERT = `ON CONFLICT (integration_id, item_id) DO UPDATE SET
  ${TAKEN_OVER.map((column) => `${column} = excluded.${column}`).join(', ')},
  ${MATCH.map((column) => `${column} = CASE WHEN library_items.matched_by = 'manual' THEN library_items.${column} ELSE excluded.${column} END`).join(', ')},
  look_up_at = CASE WHEN library_items.title = excluded.title AND library_items.authors = excluded.authors
    AND COALESCE(library_items.duration_seconds, 0) = COALESCE(excluded.duration_seconds, 0) THEN library_items.look_up_at ELSE '' END,
  seen_scan = CASE WHEN excluded.seen_scan > library_items.seen_scan THEN excluded.seen_scan ELSE library_items.seen_scan END`;

const ROW = `(${placeholders(COLUMNS.length)})`;

/** Rows per statement; well below the parameter limit of either database. */
const ROWS_A_STATEMENT = 200;

function valuesOf(integrationId: string, { item, match }: RecognizedItem, scanId: string): SqlValue[] {
  return [
    uuid(),
    integrationId,
    item.libraryId,
    item.itemId,
    item.title,
    item.subtitle ?? null,
    JSON.stringify(item.authors),
    JSON.stringify(item.narrators),
    item.asin ?? null,
    item.isbn ?? null,
    item.durationSeconds ?? null,
    item.path ?? null,
    match?.fileHash ?? null,
    match?.asin ?? null,
    match?.by ?? null,
    item.hasCover,
    item.formats?.includes('audiobook') ?? true,
    item.formats?.includes('ebook') ?? false,
    item.addedAt,
    item.updatedAt,
    scanId,
    0,
  ];
}

/** The key in `settings` of the time up to which a server was read. */
function watermarkKey(integrationId: string): string {
  return `library.watermark:${integrationId}`;
}

/** The key in `settings` of losses that were not believed. */
export function withheldKey(integrationId: string): string {
  return `library.withheld:${integrationId}`;
}

/** The folder that books are placed in. */
export async function libraryRootOf(sql: Sql): Promise<string | undefined> {
  return (await readValue<{ path?: string | null }>(sql, 'library'))?.path ?? undefined;
}

/** Statements about unseen items. */
function lossStatements() {
  return {
    /**
     * Counts each library. Ids grow with time, so an item added by a scan has a greater id than the scan, and one it
     * saw is marked with its id or a later one.
     */
    async absences(sql: Sql, { integrationId, scanId }: ScanKey): Promise<Absence[]> {
      const rows = await sql.all<{ libraryId: string; known: number; unseen: number | null }>(
        `SELECT library_id, COUNT(*) AS known, SUM(CASE WHEN seen_scan < ? THEN 1 ELSE 0 END) AS unseen FROM library_items
         WHERE integration_id = ? AND id < ? GROUP BY library_id ORDER BY library_id`,
        [scanId, integrationId, scanId],
      );
      return rows.map(({ libraryId, known, unseen }) => ({ libraryId, known: Number(known), unseen: Number(unseen ?? 0) }));
    },

    /** The folders of unseen books that we placed, as this server sees them. */
    async placesOfUnseen(sql: Sql, { integrationId, scanId }: ScanKey, libraryId: string, most: number): Promise<string[]> {
      const rows = await sql.all<{ directory: string }>(
        `SELECT DISTINCT i.directory FROM library_items l JOIN requests r ON r.asin = l.matched_asin JOIN imports i ON i.request_id = r.id
         WHERE l.integration_id = ? AND l.library_id = ? AND l.seen_scan < ?
           AND ((r.type = 'audiobook' AND l.has_audio) OR (r.type = 'ebook' AND l.has_ebook))
         ORDER BY i.directory LIMIT ${most}`,
        [integrationId, libraryId, scanId],
      );
      return rows.map(({ directory }) => directory);
    },

    async titlesOfUnseen(sql: Sql, { integrationId, scanId }: ScanKey, libraryId: string, most: number): Promise<string[]> {
      const rows = await sql.all<{ title: string }>(
        `SELECT title FROM library_items WHERE integration_id = ? AND library_id = ? AND seen_scan < ? ORDER BY title, id LIMIT ${most}`,
        [integrationId, libraryId, scanId],
      );
      return rows.map(({ title }) => title);
    },

    libraryRoot: libraryRootOf,

    /** Increments the counters of unseen items in these libraries and drops those that reach `after`. */
    async dropUnseen(
      tx: Tx,
      { integrationId, scanId }: ScanKey,
      libraryIds: readonly string[],
      after: number,
    ): Promise<{ libraryId: string; matchedAsin: string | null }[]> {
      if (libraryIds.length === 0) return [];
      const unseen = `integration_id = ? AND seen_scan < ? AND library_id IN (${placeholders(libraryIds.length)})`;
      await tx.run(`UPDATE library_items SET missing_scans = missing_scans + 1 WHERE ${unseen}`, [integrationId, scanId, ...libraryIds]);
      return tx.all<{ libraryId: string; matchedAsin: string | null }>(
        `DELETE FROM library_items WHERE ${unseen} AND missing_scans >= ? RETURNING library_id, matched_asin`,
        [integrationId, scanId, ...libraryIds, after],
      );
    },
  };
}

/** The notes in `settings` about each server. */
function noteStatements(database: Database) {
  return {
    /** Stores the losses of a server's last complete walk that were not believed. */
    async saveWithheld(tx: Tx, integrationId: string, withheld: readonly WithheldLoss[], now: Date): Promise<void> {
      if (withheld.length === 0) await forgetValue(tx, withheldKey(integrationId));
      else await writeValue(tx, withheldKey(integrationId), withheld, now);
    },

    /** The media server's time up to which it was read, ISO 8601. */
    watermark: (integrationId: string) => readValue<string>(database.read, watermarkKey(integrationId)),

    saveWatermark: (tx: Tx, integrationId: string, time: string, now: Date) => writeValue(tx, watermarkKey(integrationId), time, now),
  };
}

/** The statements of the library. */
export function createLibraryStore(database: Database) {
  return {
    /** One statement per batch. */
    async known(integrationId: string, itemIds: readonly string[]): Promise<Map<string, KnownItem>> {
      if (itemIds.length === 0) return new Map();
      const rows = await database.read.all<KnownItem>(
        `SELECT id, item_id, asin, path, updated_at, file_hash, matched_asin, matched_by FROM library_items
         WHERE integration_id = ? AND item_id IN (${placeholders(itemIds.length)})`,
        [integrationId, ...itemIds],
      );
      return new Map(rows.map((row) => [row.itemId, row]));
    } /**
     * One statement for {@link ROWS_A_STATEMENT} items; no id twice.
     *
     * @returns our ids by the media server's
     */,
    async upsert(tx: Tx, integrationId: string, items: readonly RecognizedItem[], scanId: string): Promise<Map<string, string>> {
      const ids = new Map<string, string>();
      // in the same order everywhere, so that two scans cannot deadlock
      const sorted = [...items].sort((a, b) => (a.item.itemId < b.item.itemId ? -1 : 1));
      for (let from = 0; from < sorted.length; from += ROWS_A_STATEMENT) {
        const rows = sorted.slice(from, from + ROWS_A_STATEMENT);
        const written = await tx.all<{ id: string; itemId: string }>(
          `INSERT INTO library_items (${COLUMNS.join(', ')}) VALUES ${rows.map(() => ROW).join(', ')} ${UPSERT} RETURNING id, item_id`,
          rows.flatMap((row) => valuesOf(integrationId, row, scanId)),
        );
        for (const row of written) ids.set(row.itemId, row.id);
      }
      return ids;
    },
    ...lossStatements(),
    ...noteStatements(database) /** Pairs of ASINs of the same recording, one statement. */,
    async siblings(asins: readonly string[]): Promise<Map<string, Set<string>>> {
      const found = new Map<string, Set<string>>();
      if (asins.length === 0) return found;
      const rows = await database.read.all<{ asin: string; sibling: string }>(
        `SELECT a.asin, b.asin AS sibling FROM work_asins a JOIN work_asins b ON b.work_id = a.work_id
         WHERE a.asin IN (${placeholders(asins.length)})`,
        asins,
      );
      for (const { asin, sibling } of rows) found.set(asin, (found.get(asin) ?? new Set()).add(sibling));
      return found;
    } /** Whether a folder of the library, as this server sees it, or something in it is an item of a media server. */,
    async lists(integrationId: string, directory: string): Promise<boolean> {
      const remote = createPathMapping(await this.pathMappings(integrationId)).toRemote(directory).path;
      const row = await database.read.get<{ id: string }>(
        `SELECT id FROM library_items WHERE integration_id = ? AND missing_scans = 0
         AND (path = ? OR substr(path, 1, ?) = ?) LIMIT 1`,
        [integrationId, remote, [...remote].length + 1, `${remote}/`],
      );
      return row !== undefined;
    },
    pathMappings: (integrationId: string) => pathMappingsOf(database.read, integrationId),
  };
}

export type LibraryStore = ReturnType<typeof createLibraryStore>;
