import type { SeriesRef } from '@lectern/plugin-api';
import { placeholders, readJson, type Sql } from '../../platform/db/index.js';

/** The series of the stored books among these, by ASIN, without the rest of the books. One statement. */
export async function seriesOfBooks(
  sql: Pick<Sql, 'all'>,
  asins: readonly string[],
  region: string,
): Promise<Map<string, readonly SeriesRef[]>> {
  if (asins.length === 0) return new Map();
  const rows = await sql.all<{ asin: string; seriesList: string }>(
    `SELECT asin, series_list FROM audiobooks WHERE region = ? AND asin IN (${placeholders(asins.length)})`,
    [region, ...asins],
  );
  return new Map(rows.map(({ asin, seriesList }) => [asin, readJson<readonly SeriesRef[]>(seriesList)]));
}
