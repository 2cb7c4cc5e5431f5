import type { Release } from '@lectern/plugin-api';
import { defineEntity, flag, id, integer, key, nullable, text, time, type RowOf } from '../../platform/db/index.js';

/**
 * How far a download came: `created` before the client was asked, `added` when it has it, `completed` when its files
 * are ready, `imported` when they are in the library; `failed` and `removed` are ends.
 */
export type DownloadStage = 'created' | 'added' | 'completed' | 'imported' | 'failed' | 'removed';

/** What is kept of the release, for people and for adding it again. Nothing private. */
export type DownloadRelease = Pick<Release, 'title' | 'size' | 'protocol' | 'infoHash'> & {
  readonly indexer: string;
  readonly score?: number;
};

export const DownloadEntity = defineEntity('download_history', {
  id: key(id()),
  requestId: id(),
  candidateId: nullable(id()),
  /** Names the download client. */
  integrationId: nullable(id()),
  itemId: nullable(text(200)),
  state: text<DownloadStage>(20),
  release: text(),
  releaseKey: text(),
  /** Whether we put it into the client; what was there before is never removed. */
  ours: flag(),
  downloadPath: nullable(text()),
  clientStatus: nullable(text()),
  error: nullable(text()),
  missingCount: integer(),
  stalledSince: nullable(time()),
  createdAt: time(),
  updatedAt: time(),
});

/** A row of `download_history`. */
export type DownloadRow = RowOf<typeof DownloadEntity>;
