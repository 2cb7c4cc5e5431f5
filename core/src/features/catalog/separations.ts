import { placeholders, type Sql, type Tx } from '../../platform/db/index.js';
import { WorkSeparationEntity } from './entities.js';
import type { Pair } from './work-record.js';

/** ASINs that are not one recording, whatever their books say. */
export type Separations = ReadonlySet<string>;

function keyOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** Every pair of one of the ones with one of the others. */
export function pairsBetween(ones: readonly string[], others: readonly string[]): Pair[] {
  return ones.flatMap((a) => others.map((b): Pair => (a < b ? [a, b] : [b, a])));
}

/** Loads the separations among some ASINs. One statement. */
export async function loadSeparations(sql: Sql, asins: readonly string[]): Promise<Separations> {
  if (asins.length < 2) return new Set();
  const list = placeholders(asins.length);
  const rows = await sql.all<{ asin: string; otherAsin: string }>(
    `SELECT asin, other_asin FROM work_separations WHERE asin IN (${list}) AND other_asin IN (${list})`,
    [...asins, ...asins],
  );
  return new Set(rows.map(({ asin, otherAsin }) => keyOf(asin, otherAsin)));
}

export function areApart(separations: Separations, asins: readonly string[]): boolean {
  if (separations.size === 0) return false;
  return asins.some((a, index) => asins.slice(index + 1).some((b) => separations.has(keyOf(a, b))));
}

/** Divides a group so that nothing in a part was taken apart. */
export function divideApart(separations: Separations, group: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (const asin of group) {
    const fit = parts.find((part) => !part.some((other) => separations.has(keyOf(asin, other))));
    if (fit) fit.push(asin);
    else parts.push([asin]);
  }
  return parts;
}

export async function separate(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  const rows = pairs.map(([asin, otherAsin]) => ({ asin, otherAsin }));
  await tx.upsert(WorkSeparationEntity, rows, { conflict: ['asin', 'otherAsin'] });
}

/** @returns the pairs that were apart */
export async function unite(tx: Tx, pairs: readonly Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return [];
  const rows = await tx.all<{ asin: string; otherAsin: string }>(
    `DELETE FROM work_separations WHERE ${pairs.map(() => '(asin = ? AND other_asin = ?)').join(' OR ')} RETURNING asin, other_asin`,
    pairs.flat(),
  );
  return rows.map(({ asin, otherAsin }): Pair => [asin, otherAsin]);
}
