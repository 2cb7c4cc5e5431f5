import { defineEntity, double, id, integer, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';

/**
 * - `listed`: an admin has ticked the files; they are the book, and stay where they are
 * - `moving`, `restoring`, `emptying`: the journal; each file is at one of both places, and the work goes on after a crash
 * - `binned`: the files are in the bin
 * - `over`: nothing of it is in the bin
 */
export type BinState = 'listed' | 'moving' | 'binned' | 'restoring' | 'emptying' | 'over';

/**
 * - `listed`: where it always was
 * - `binned`: in the bin
 * - `kept`: it stayed in its place, because it was changed or is needed there
 * - `restored`, `emptied`, `gone`: it is not in the bin any more; somebody else took one that is `gone`
 */
export type BinnedFileState = 'listed' | 'binned' | 'kept' | 'restored' | 'emptied' | 'gone';

/** A book of which files are in the bin, or go there. */
export const BinnedBookEntity = defineEntity('binned_books', {
  /** Names its folder in the bin. */
  id: key(id()),
  title: text(),
  author: text(),
  /** The real path of the folder that the files come from. */
  directory: text(),
  /** Where they are, or are to be, in the bin; absolute. */
  folder: nullable(text()),
  state: text<BinState>(10),
  /** Who ticked them. */
  actorId: nullable(id()),
  actorName: text(200),
  createdAt: time(),
  binnedAt: nullable(time()),
  /** When they are deleted. */
  until: nullable(time()),
  endedAt: nullable(time()),
});

export const BinnedFileEntity = defineEntity('binned_files', {
  binId: key(id()),
  position: key(integer()),
  /** Relative to the folder of the book, and to its folder in the bin. */
  path: text(),
  /** Bytes. */
  size: double(),
  /** Milliseconds since the epoch. A file that was changed since it was ticked is not moved. */
  modifiedAt: double(),
  state: text<BinnedFileState>(10),
});

export type BinnedBookRow = RowOf<typeof BinnedBookEntity>;
export type BinnedFileRow = RowOf<typeof BinnedFileEntity>;
