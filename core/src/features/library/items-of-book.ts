import { isTrue, placeholders, readJson, type Database } from '../../platform/db/index.js';
import type { LibraryItemRow } from './entities.js';
import { ENTRY_COLUMNS, toEntry, type EntryRow, type LibraryEntry } from './library-entry.js';

/** An item that holds a book, and what the media server says of it. */
export interface ItemOfBook extends LibraryEntry {
  /** The name that the admin gave the media server. */
  readonly server: string;
  readonly narrators: readonly string[];
  readonly durationMinutes?: number;
}

interface Row extends EntryRow, Pick<LibraryItemRow, 'narrators' | 'durationSeconds'> {
  readonly server: string;
}

const COLUMNS = ENTRY_COLUMNS.split(', ')
  .map((column) => `l.${column}`)
  .join(', ');

/** What the item of a book says, in whichever format; the last seen one first. One statement. */
export function createLibraryBookOf({ read }: Pick<Database, 'read'>) {
  return async (asin: string) => {
    const row = await read.get<Pick<LibraryItemRow, 'title' | 'subtitle' | 'authors' | 'narrators' | 'durationSeconds' | 'hasCover'>>(
      `SELECT title, subtitle, authors, narrators, duration_seconds, has_cover FROM library_items
       WHERE matched_asin = ? ORDER BY missing_scans, id LIMIT 1`,
      [asin],
    );
    if (!row) return undefined;
    const { title, subtitle, authors, narrators, durationSeconds, hasCover } = row;
    return {
      asin,
      title,
      authors: readJson<string[]>(authors),
      narrators: readJson<string[]>(narrators),
      hasCover: isTrue(hasCover),
      ...(subtitle === null ? {} : { subtitle }),
      ...(durationSeconds === null ? {} : { durationMinutes: Math.round(durationSeconds / 60) }),
    };
  };
}

/** Items that hold a book under any of these ASINs, the first found first. One statement. */
export function createItemsOfBook({ read }: Pick<Database, 'read'>) {
  return async (asins: readonly string[], most: number): Promise<ItemOfBook[]> => {
    const rows = await read.all<Row>(
      `SELECT ${COLUMNS}, l.narrators, l.duration_seconds, i.name AS server FROM library_items l JOIN integrations i ON i.id = l.integration_id
       WHERE l.matched_asin IN (${placeholders(asins.length)}) ORDER BY l.id LIMIT ?`,
      [...asins, most],
    );
    return rows.map((row) => ({
      ...toEntry(row),
      server: row.server,
      narrators: readJson(row.narrators),
      ...(row.durationSeconds === null ? {} : { durationMinutes: Math.round(row.durationSeconds / 60) }),
    }));
  };
}
