import { defineEntity, id, integer, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';

/**
 * - `waiting`: the request has yet to bring its files; the old ones are the book
 * - `removing`: the new files are the book; the old ones are being removed
 * - `done`: the old ones are gone, as far as they were ours and unchanged
 */
export type ReplacementState = 'waiting' | 'removing' | 'done';

/** A request for another copy of a book that somebody reported. */
export const ReplacementEntity = defineEntity('replacements', {
  requestId: key(id()),
  reportId: id(),
  /** The import whose files give way; `null`: chosen files that we did not place, which go to the bin that has the id of the request. */
  importId: nullable(id()),
  /** The admin who asked for it. */
  userId: id(),
  state: text<ReplacementState>(10),
  /** Files that were removed, and files that stayed because somebody changed them or a client seeds them. */
  removed: integer(),
  kept: integer(),
  createdAt: time(),
  endedAt: nullable(time()),
});

export type ReplacementRow = RowOf<typeof ReplacementEntity>;
