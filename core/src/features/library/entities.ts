import { defineEntity, double, flag, id, integer, json, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';
import type { AuthorFit, LengthFit, TitleFit } from './likeness.js';

/** How an item was recognized: by the content of files we placed, by its ASIN, or by an admin. */
export type MatchedBy = 'hash' | 'asin' | 'manual';

export const LibraryItemEntity = defineEntity('library_items', {
  /** Our id, a UUID that grows with time. */
  id: key(id()),
  integrationId: id(),
  libraryId: text(200),
  /** The media server's id. */
  itemId: text(200),
  title: text(),
  subtitle: nullable(text()),
  authors: json<string[]>(),
  narrators: json<string[]>(),
  /** According to the media server. */
  asin: nullable(text(20)),
  isbn: nullable(text(20)),
  durationSeconds: nullable(double()),
  path: nullable(text()),
  /** Content hash of the import it was recognized by. */
  fileHash: nullable(text(100)),
  /** The book it counts for. */
  matchedAsin: nullable(text(10)),
  matchedBy: nullable(text<MatchedBy>(10)),
  hasCover: flag(),
  /** Whether it holds the audiobook. */
  hasAudio: flag(),
  /** Whether it holds the ebook. */
  hasEbook: flag(),
  addedAt: time(),
  updatedAt: time(),
  /** The last scan that saw it; a UUID that grows with time. */
  seenScan: id(),
  /** Consecutive complete scans that did not see it. */
  missingScans: integer(),
  /** The time to ask the catalogue which book it may be; the empty text means at once. */
  lookUpAt: text(24),
  /** The score of its best likely match that nobody rejected. */
  likelyScore: nullable(integer()),
});

/** A row of `library_items`, JSON still as text. */
export type LibraryItemRow = RowOf<typeof LibraryItemEntity>;

/** An item of which Lectern removed the files, as long as they are not there again. */
export const RemovedItemEntity = defineEntity('removed_items', {
  /** Our id of the item. */
  id: key(id()),
  integrationId: id(),
  /** The media server's id. */
  itemId: text(200),
  /** What was stored of it. */
  item: json<object>(),
  removedAt: time(),
});

export type RemovedItemRow = RowOf<typeof RemovedItemEntity>;

/** A book that an item may be. Only an admin makes a match of it. */
export const LikelyMatchEntity = defineEntity('library_likely_matches', {
  itemId: key(id()),
  asin: key(text(10)),
  /** 0 to 100. */
  score: integer(),
  titleFit: text<TitleFit>(20),
  authorFit: text<AuthorFit>(20),
  lengthFit: text<LengthFit>(20),
  rejectedAt: nullable(time()),
});
