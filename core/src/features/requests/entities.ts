import { defineEntity, id, key, text, time, type RowOf } from '../../platform/db/index.js';

/** What becomes of the files of a request that is deleted. */
export type FilesWish = 'keep' | 'remove';

/** A request that is being deleted. The row goes with the request. */
export const RequestDeletionEntity = defineEntity('request_deletions', {
  requestId: key(id()),
  /** The admin who deletes it. */
  userId: id(),
  files: text<FilesWish>(10),
  /** Also the time at which its files were given up. */
  createdAt: time(),
});

export type RequestDeletionRow = RowOf<typeof RequestDeletionEntity>;
