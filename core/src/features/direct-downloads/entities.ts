import { defineEntity, double, integer, json, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';

import type { FileProgress } from './direct-record.js';

/** `waiting`: a passing fault, tried again by itself. */
export type DirectState = 'queued' | 'downloading' | 'waiting' | 'checking' | 'completed' | 'failed';

export const DirectDownloadEntity = defineEntity('direct_downloads', {
  id: key(text(100)),
  name: text(),
  state: text<DirectState>(20),
  /** Addresses and headers, which may carry keys. */
  filesSealed: text(),
  /** How far each file is, as JSON. */
  progress: json<FileProgress[]>(),
  bytesDone: double(),
  bytesTotal: double(),
  bytesPerSecond: double(),
  /** Tries in a row that brought nothing. */
  attempts: integer(),
  error: nullable(text()),
  createdAt: time(),
  updatedAt: time(),
});

/** A row of `direct_downloads`. */
export type DirectRow = RowOf<typeof DirectDownloadEntity>;
