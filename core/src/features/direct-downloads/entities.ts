import { defineEntity, double, integer, json, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';

import type { FileProgress } from './direct-record.js';

/** `waiting`: after a temporary fault; retried automatically. */
export type DirectState = 'queued' | 'downloading' | 'waiting' | 'checking' | 'completed' | 'failed';

export const DirectDownloadEntity = defineEntity('direct_downloads', {
  id: key(text(100)),
  name: text(),
  state: text<DirectState>(20),
  /** Addresses and headers, which may carry keys. */
  filesSealed: text(),
  /** The progress of each file, as JSON. */
  progress: json<FileProgress[]>(),
  bytesDone: double(),
  bytesTotal: double(),
  bytesPerSecond: double(),
  /** Consecutive tries without progress. */
  attempts: integer(),
  error: nullable(text()),
  createdAt: time(),
  updatedAt: time(),
});

/** A row of `direct_downloads`. */
export type DirectRow = RowOf<typeof DirectDownloadEntity>;
