import { createHash } from 'node:crypto';
import type { SeriesRef } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { CATALOG_ID, seriesOfBooks } from '../catalog/index.js';
import { matchedAudiobooks } from '../library/index.js';
import { forgetSeries, keepSeries, storedSeries, unknownAmong, type OwnedSeries } from './gap-store.js';

/** Items read in one statement, so that a large library keeps nobody else waiting. */
const READ_AT_ONCE = 1_000;
const WRITE_AT_ONCE = 200;

interface Owned {
  readonly name: string;
  readonly asins: Set<string>;
}

/** The series of the library, by id. */
export type SeriesOfLibrary = Map<string, Owned>;

function toStored(region: string, [seriesId, { name, asins }]: [string, Owned]): OwnedSeries {
  const booksKey = createHash('sha256')
    .update([...asins].sort().join(' '))
    .digest('hex');
  return { region, seriesId, name, books: asins.size, booksKey };
}

/** Adds a book of the library to its series. Series without an id cannot be asked about. */
export function addBook(found: SeriesOfLibrary, asin: string, series: readonly SeriesRef[]): void {
  for (const { id, name } of series) {
    if (id === undefined || !CATALOG_ID.test(id)) continue;
    const known = found.get(id) ?? { name, asins: new Set() };
    known.asins.add(asin);
    found.set(id, known);
  }
}

/**
 * Reads the series of the library's books from stored books.
 *
 * @param mostUnknown books without a stored one that are named, apart from those that the catalogue did not know lately
 */
export async function readSeries(
  database: Database,
  region: string,
  { now, mostUnknown, signal }: { readonly now: Date; readonly mostUnknown: number; readonly signal: AbortSignal },
): Promise<{ readonly found: SeriesOfLibrary; readonly unknown: readonly string[] }> {
  const found: SeriesOfLibrary = new Map();
  const unknown = new Set<string>();
  for (let after = ''; ;) {
    signal.throwIfAborted();
    const some = await matchedAudiobooks(database.read, after, READ_AT_ONCE);
    const asins = [...new Set(some.map(({ asin }) => asin))];
    const stored = await seriesOfBooks(database.read, asins, region);
    for (const [asin, series] of stored) addBook(found, asin, series);
    if (unknown.size < mostUnknown) {
      const others = asins.filter((asin) => !stored.has(asin));
      const asked = await unknownAmong(database.read, region, others, now);
      for (const asin of others) if (!asked.has(asin)) unknown.add(asin);
    }
    const last = some.at(-1);
    if (!last || some.length < READ_AT_ONCE) return { found, unknown: [...unknown].slice(0, mostUnknown) };
    after = last.id;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Brings the stored series in step with those of the library. */
export async function storeSeries(
  database: Database,
  region: string,
  found: SeriesOfLibrary,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<void> {
  const stored = await storedSeries(database.read, region);
  const owned = [...found].map((entry) => toStored(region, entry));
  const changed = owned.filter(({ seriesId, name, booksKey }) => {
    const before = stored.get(seriesId);
    return before?.booksKey !== booksKey || before.name !== name;
  });
  const gone = [...stored].filter(([id, { booksKey }]) => booksKey !== '' && !found.has(id)).map(([id]) => id);
  for (let start = 0; start < changed.length; start += WRITE_AT_ONCE) {
    signal.throwIfAborted();
    await database.transaction((tx) => keepSeries(tx, changed.slice(start, start + WRITE_AT_ONCE), now.toISOString()));
  }
  for (let start = 0; start < gone.length; start += WRITE_AT_ONCE) {
    await database.transaction((tx) => forgetSeries(tx, region, gone.slice(start, start + WRITE_AT_ONCE)));
  }
}
