import { readJson } from '../../platform/db/index.js';
import type { LeftBook } from '../library/index.js';
import type { TakenEvidence, TakenRow } from './entities.js';

/** The book that a row is taken for, at a place. */
export function bookAt(row: TakenRow, path: string): LeftBook | undefined {
  if (row.asin === null || row.evidence === null) return undefined;
  const { book, reading, seconds, hasEbook } = readJson<TakenEvidence>(row.evidence);
  return {
    path,
    asin: row.asin,
    title: book?.title ?? reading.title ?? row.path,
    authors: book?.authors ?? reading.authors,
    narrators: book?.narrators ?? [],
    ...(seconds === undefined ? {} : { durationSeconds: seconds }),
    hasEbook,
  };
}
