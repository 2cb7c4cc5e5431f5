import { defineEntity, double, flag, id, integer, json, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';
import type { JsonObject } from '@lectern/plugin-api';
import type { MappingMethod, MappingState } from './book-mapping.js';
import type { BookOutcome, ShelfError, SyncResult } from './shelf-record.js';

export const ShelfEntity = defineEntity('shelves', {
  id: key(id()),
  userId: id(),
  pluginId: text(100),
  name: text(),
  settings: json<JsonObject>(),
  secretsSealed: nullable(text()),
  pluginVersion: text(50),
  autoRequest: flag(),
  /** Paused until a person changes something. */
  paused: flag(),
  /** Number of consecutive failures. */
  failures: integer(),
  lastWalk: nullable(id()),
  error: nullable(json<ShelfError>()),
  result: nullable(json<SyncResult>()),
  /** The time of the last complete read. */
  readAt: nullable(time()),
  triedAt: nullable(time()),
  /** The time of a retry before its regular turn. */
  nextAt: nullable(time()),
  createdAt: time(),
  updatedAt: time(),
});

export const ShelfBookEntity = defineEntity('shelf_books', {
  shelfId: key(id()),
  provider: text(100),
  bookId: key(text(100)),
  title: text(),
  author: text(),
  outcome: text<BookOutcome>(20),
  reason: nullable(text()),
  requestId: nullable(id()),
  /** False if plugins left it out. */
  selected: flag(),
  addedAt: time(),
  firstWalk: id(),
  seenWalk: id(),
  missingWalks: integer(),
  removedAt: nullable(time()),
  nextTryAt: nullable(time()),
});

export const ShelfStorageEntity = defineEntity('shelf_storage', {
  shelfId: key(id()),
  key: key(text(200)),
  value: text(),
});

export const BookMappingEntity = defineEntity('book_mappings', {
  id: key(id()),
  provider: text(100),
  bookId: text(100),
  title: text(),
  author: text(),
  asin: nullable(text(10)),
  region: nullable(text(10)),
  state: text<MappingState>(20),
  updatedAt: time(),
  isbn: nullable(text(13)),
  hintAsin: nullable(text(10)),
  series: nullable(json<{ name: string; part?: string }>()),
  method: nullable(text<MappingMethod>(20)),
  /** 0 to 1. */
  score: nullable(double()),
  nextTryAt: nullable(time()),
});

/** A person's correction of a site's book, beside the match. */
export const BookMappingCorrectionEntity = defineEntity('book_mapping_corrections', {
  provider: key(text(100)),
  bookId: key(text(100)),
  /** The id of a user, or `everyone`. */
  holdsFor: key(id()),
  /** Null: the catalogue does not have it. */
  asin: nullable(text(10)),
  createdAt: time(),
});

export type ShelfBookRow = RowOf<typeof ShelfBookEntity>;
