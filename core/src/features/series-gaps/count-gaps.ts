import type { CatalogBook } from '@lectern/plugin-api';
import { decide } from '../following/index.js';

/** A part that is out and in no library. */
export interface MissingPart {
  /** The reading that would be requested. */
  readonly asin: string;
  readonly title: string;
  /** As the catalogue words it; absent if it names none. */
  readonly part?: string;
  /** Some of its readings, that one first. */
  readonly asins: readonly string[];
}

export interface SeriesGaps {
  /** Parts, not books: two readings of one part count once. */
  readonly owned: number;
  readonly missing: number;
  /** Parts that are announced. */
  readonly upcoming: number;
  /** The first of them, in the order of the series. */
  readonly missingParts: readonly MissingPart[];
}

/** Parts that are stored; the rest is only counted. */
const MOST_PARTS = 50;
/** Readings of a part that are stored, to find requests of it. */
const MOST_READINGS = 4;

/**
 * Counts the parts of a series by the same rules as following does: readings of one text count once, collections whose parts are listed do
 * not count, neither do translations.
 *
 * @param owned ASINs of listed books that are in the library, by any of their editions
 * @param today YYYY-MM-DD
 */
export function countGaps(
  series: { readonly region: string; readonly seriesId: string },
  books: readonly CatalogBook[],
  owned: ReadonlySet<string>,
  today: string,
): SeriesGaps {
  const { wanted, counts } = decide({
    listing: { kind: 'series', catalogId: series.seriesId, region: series.region },
    books,
    rule: { start: 'everything' },
    startDay: today,
    today,
    states: new Map([...owned].map((asin) => [asin, 'available'])),
    known: undefined,
  });
  const missing = wanted.filter(({ isUpcoming }) => !isUpcoming);
  return {
    owned: counts.available,
    missing: missing.length,
    upcoming: counts.upcoming,
    missingParts: missing.slice(0, MOST_PARTS).map(({ part, book, asins }) => ({
      asin: book.asin,
      title: book.title,
      ...(part === undefined ? {} : { part }),
      asins: [...new Set([book.asin, ...asins])].slice(0, MOST_READINGS),
    })),
  };
}
