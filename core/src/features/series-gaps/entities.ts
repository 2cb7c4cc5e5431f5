import { defineEntity, integer, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { MissingPart } from './count-gaps.js';

/** A series of which the library has a book. */
export const LibrarySeriesEntity = defineEntity('library_series', {
  region: key(text(10)),
  seriesId: key(text(50)),
  name: text(),
  /** The name as searches compare it: lower case, without accents. */
  searchName: text(),
  /** Books of the library that name the series; 0 for a dismissed one that left the library. */
  books: integer(),
  /** Changes with those books. */
  booksKey: text(64),
  /** The key at the last count; another one asks for a new count. */
  countedKey: nullable(text(64)),
  /** Parts in the library. */
  owned: integer(),
  missing: integer(),
  upcoming: integer(),
  /** The first missing parts, in the order of the series. */
  missingParts: json<readonly MissingPart[]>(),
  /** ASINs that the catalogue lists; null until it was asked. */
  listing: nullable(json<readonly string[]>()),
  walkAt: time(),
  walkedAt: nullable(time()),
  dismissedAt: nullable(time()),
  dismissedBy: nullable(text(200)),
});

/** A book of the library that the catalogue does not know. */
export const UnknownBookEntity = defineEntity('library_unknown_books', { region: key(text(10)), asin: key(text(10)), askAt: time() });
